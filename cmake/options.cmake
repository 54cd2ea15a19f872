# project_options: what every target of ours is compiled with.
add_library(project_options INTERFACE)
target_include_directories(project_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(project_options INTERFACE _POSIX_C_SOURCE=200809L)

set(c_only $<COMPILE_LANGUAGE:C>)
set(c_gcc $<COMPILE_LANG_AND_ID:C,GNU>)
set(c_clang $<COMPILE_LANG_AND_ID:C,Clang>)

target_compile_options(project_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wdouble-promotion -Wundef
  -Wvla -Wformat=2 -Wcast-qual -Wcast-align -Wwrite-strings -Wimplicit-fallthrough
  -Wnull-dereference
  "$<${c_only}:-Wstrict-prototypes;-Wmissing-prototypes;-Wold-style-definition>"
  "$<${c_only}:-Werror=implicit-function-declaration>"
  "$<${c_gcc}:-Wlogical-op;-Wduplicated-cond;-Wduplicated-branches>"
  "$<${c_clang}:-Wmissing-variable-declarations;-Wshorten-64-to-32;-Wcomma>"
  # Multiply and add are never fused, so that a sum is the same to the last bit everywhere.
  -ffp-contract=off
  $<$<BOOL:${ASSAY_WERROR}>:-Werror>
  $<$<BOOL:${ASSAY_NATIVE}>:-march=native>)

# Sets of squares are counted all the time: popcnt, which x86-64 has had since 2009, saves a search
# the call that stands for it otherwise, some 2 to 6 % of its time (assay.c looks whether it is there).
# A copy for x86-64-v3 (AVX2), chosen when the program starts, would buy nothing: 1 to 4 % fewer
# instructions a node, on boards of 64, 80 and 210 squares, and no less time.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND NOT ASSAY_NATIVE)
  target_compile_options(project_options INTERFACE -march=x86-64-v2)
endif()

if(ASSAY_SANITIZE STREQUAL "address")
  set(sanitize_flags -fsanitize=address,undefined -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
elseif(ASSAY_SANITIZE STREQUAL "thread")
  # gcc's libgomp is not instrumented and gives false alarms on correct programs.
  if(NOT CMAKE_C_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "ASSAY_SANITIZE=thread needs clang (with libomp and Archer)")
  endif()
  set(sanitize_flags -fsanitize=thread -fno-omit-frame-pointer)
elseif(NOT ASSAY_SANITIZE STREQUAL "")
  message(FATAL_ERROR "ASSAY_SANITIZE is '${ASSAY_SANITIZE}', not address, thread or empty")
endif()
target_compile_options(project_options INTERFACE ${sanitize_flags})
target_link_options(project_options INTERFACE ${sanitize_flags})

if(ASSAY_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "ASSAY_FUZZ needs clang (libFuzzer)")
  endif()
  target_compile_options(project_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

if(ASSAY_COVERAGE)
  target_compile_options(project_options INTERFACE --coverage)
  target_link_options(project_options INTERFACE --coverage)
endif()
