include(CheckIPOSupported)

# optimise_whole_program(NAME LIBRARY...): the executable is made of the libraries' sources, compiled once
# more and optimised across files. Tests are linked with the libraries, which hold plain code: to
# optimise the whole program for each of them would take minutes.
function(optimise_whole_program name)
  check_ipo_supported(RESULT works LANGUAGES C CXX)
  if(NOT works)
    return()
  endif()
  foreach(library IN LISTS ARGN)
    target_sources(${name} PRIVATE $<TARGET_PROPERTY:${library},SOURCES>)
    target_compile_definitions(${name} PRIVATE $<TARGET_PROPERTY:${library},COMPILE_DEFINITIONS>)
    target_include_directories(${name} PRIVATE $<TARGET_PROPERTY:${library},INCLUDE_DIRECTORIES>)
  endforeach()
  set_target_properties(${name} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
endfunction()
