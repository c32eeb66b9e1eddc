# SPDX-License-Identifier: MIT
#
# find_package(emu) defines
#
#     emu_add_cuda_sources(TARGET FILE.cu...)    compiles the files by emucc and links them into TARGET
#     EMU_EMUCC                                  the path of emucc
#
# The project needs no CUDA language. TARGET's include folders and definitions apply to the files. The options
# for emucc alone are in EMU_FLAGS.
get_filename_component(EMU_ROOT "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(EMU_EMUCC "${EMU_ROOT}/bin/emucc")
find_package(Threads REQUIRED)

function(emu_add_cuda_sources target)
  set(folders "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(macros "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(place "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.emu")
  file(MAKE_DIRECTORY "${place}")
  foreach(file IN LISTS ARGN)
    get_filename_component(source "${file}" ABSOLUTE)
    string(MAKE_C_IDENTIFIER "${file}" name)
    set(object "${place}/${name}.o")
    add_custom_command(OUTPUT "${object}"
      COMMAND "${EMU_EMUCC}" ${EMU_FLAGS} "$<$<BOOL:${folders}>:-I$<JOIN:${folders},;-I>>"
              "$<$<BOOL:${macros}>:-D$<JOIN:${macros},;-D>>"
              "$<$<BOOL:$<TARGET_PROPERTY:${target},POSITION_INDEPENDENT_CODE>>:-Xcompiler=-fPIC>"
              -MD -MT "${object}" -MF "${object}.d" -c "${source}" -o "${object}"
      DEPENDS "${source}" "${EMU_EMUCC}" DEPFILE "${object}.d" COMMAND_EXPAND_LISTS VERBATIM)
    target_sources(${target} PRIVATE "${object}")
    set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  endforeach()
  target_include_directories(${target} SYSTEM PRIVATE "${EMU_ROOT}/toolkit/include")
  target_link_libraries(${target} PRIVATE "${EMU_ROOT}/toolkit/lib64/libcudart_static.a" Threads::Threads
    ${CMAKE_DL_LIBS} m)
  get_target_property(language ${target} LINKER_LANGUAGE)
  if(NOT language)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  endif()
endfunction()
