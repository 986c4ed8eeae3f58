# Warnings and sanitizers for all of our own targets, as one interface target each.
add_library(cardfit_warnings INTERFACE)
target_compile_options(cardfit_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-psabi)
# g++ 12 reports std::string concatenation as overlapping (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(cardfit_warnings INTERFACE -Wno-restrict)
endif()
if(CARDFIT_WERROR)
  target_compile_options(cardfit_warnings INTERFACE -Werror)
endif()
if(CARDFIT_SANITIZE)
  add_compile_options(-fsanitize=${CARDFIT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CARDFIT_SANITIZE})
endif()

if(CARDFIT_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# The same doubles on every machine: no fused multiply-add, no reordering.
add_compile_options(-ffp-contract=off)

# One layer of the program: a static library that sees the top folder and the layers it names.
#   cardfit_layer(cardfit_memory SOURCES memory.h memory.cpp LINKS cardfit_scenario)
function(cardfit_layer name)
  cmake_parse_arguments(LAYER "" "" "SOURCES;LINKS;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${LAYER_SOURCES})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${LAYER_LINKS} PRIVATE cardfit_warnings ${LAYER_PRIVATE})
endfunction()
