# The git revision, found at each build: a header that is rewritten only when its text changes.
# Included, it makes the target `revision`; run as a script (cmake -P) it does that target's work.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(ASSAY_GENERATED_DIR ${PROJECT_BINARY_DIR}/generated)
  add_custom_target(revision
    COMMAND ${CMAKE_COMMAND} -D SOURCE_DIR=${PROJECT_SOURCE_DIR}
      -D HEADER=${ASSAY_GENERATED_DIR}/engine/base/revision.h
      -P ${CMAKE_CURRENT_LIST_FILE}
    BYPRODUCTS ${ASSAY_GENERATED_DIR}/engine/base/revision.h
    COMMENT "Asking git for the revision" VERBATIM)
  return()
endif()

# An unpacked archive inside someone else's repository has no revision of its own.
set(revision unknown)
find_program(git git)
if(git)
  execute_process(COMMAND ${git} rev-parse --show-cdup WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE up OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
  if(status EQUAL 0 AND up STREQUAL "")
    execute_process(COMMAND ${git} describe --always --dirty --abbrev=10 --exclude=*
      WORKING_DIRECTORY ${SOURCE_DIR} OUTPUT_VARIABLE described
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
    if(status EQUAL 0)
      set(revision ${described})
    endif()
  endif()
endif()

set(text "#define ASSAY_REVISION \"${revision}\"\n")
set(former "")
if(EXISTS ${HEADER})
  file(READ ${HEADER} former)
endif()
if(NOT text STREQUAL former)
  file(WRITE ${HEADER} "${text}")
endif()
