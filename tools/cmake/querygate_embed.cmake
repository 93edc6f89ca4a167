# querygate_embed(TARGET FUNCTION BASE FILES...): compiles text files into TARGET as
# `std::span<const EmbeddedFile> querygate::FUNCTION()` (engine/render/embedded_file.h). Paths are shown relative to
# BASE. The generated source lives in the build tree only.
function(querygate_embed target function base)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${function}.cc")
  set(script "${PROJECT_SOURCE_DIR}/tools/cmake/embed_files.cmake")
  list(JOIN ARGN "|" joined)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DFUNCTION=${function}" "-DBASE=${base}" "-DFILES=${joined}"
            -P "${script}"
    DEPENDS "${script}" ${ARGN}
    COMMENT "Embedding files as ${function}"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()
