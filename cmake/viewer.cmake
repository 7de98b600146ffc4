# The page's program (web/), bundled by esbuild and compiled into the room report.
#
#   DRYSTONE_VIEWER=AUTO   where npm is found and web/node_modules is there or can be fetched; else reports without a view
#   DRYSTONE_VIEWER=ON     it must be built
#   DRYSTONE_VIEWER=OFF    reports without a view
#
# npm is asked only where web/node_modules is older than the lock file, so a later build needs no network.
set(DRYSTONE_VIEWER AUTO CACHE STRING "The 3D view of reports: AUTO, ON or OFF")
set_property(CACHE DRYSTONE_VIEWER PROPERTY STRINGS AUTO ON OFF)

function(fetch_web_packages result)
  set(${result} "" PARENT_SCOPE)
  find_program(NPM npm)
  find_program(NODE node)
  if(NOT NPM OR NOT NODE)
    set(${result} "npm and node are not found (Debian: apt-get install nodejs npm)" PARENT_SCOPE)
    return()
  endif()
  set(web ${CMAKE_SOURCE_DIR}/web)
  if(EXISTS ${web}/node_modules/.package-lock.json AND
     NOT ${web}/package-lock.json IS_NEWER_THAN ${web}/node_modules/.package-lock.json)
    return()
  endif()
  message(STATUS "npm ci in web/")
  execute_process(COMMAND ${NPM} ci --no-audit --no-fund --loglevel=error WORKING_DIRECTORY ${web}
                  RESULT_VARIABLE status OUTPUT_VARIABLE words ERROR_VARIABLE words)
  if(NOT status EQUAL 0)
    set(${result} "npm ci in web/ failed: ${words}" PARENT_SCOPE)
  else()
    file(TOUCH ${web}/node_modules/.package-lock.json) # npm keeps its time, and the next build would fetch again
  endif()
endfunction()

set(DRYSTONE_HAS_VIEWER OFF)
if(NOT DRYSTONE_VIEWER STREQUAL OFF)
  fetch_web_packages(missing)
  if(NOT missing)
    set(DRYSTONE_HAS_VIEWER ON)
  elseif(DRYSTONE_VIEWER STREQUAL AUTO)
    message(STATUS "Reports will have no 3D view and no plots: ${missing}")
  else()
    message(FATAL_ERROR "DRYSTONE_VIEWER=ON: ${missing}")
  endif()
endif()

if(DRYSTONE_HAS_VIEWER)
  file(GLOB web_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/src/*)
  set(viewer_bytes ${CMAKE_BINARY_DIR}/web/viewer_bytes.cpp)
  add_custom_command(OUTPUT ${viewer_bytes} COMMENT "Bundling the report's page"
                     COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/web/build.mjs ${CMAKE_BINARY_DIR}/web
                     DEPENDS ${web_sources} ${CMAKE_SOURCE_DIR}/web/build.mjs ${CMAKE_SOURCE_DIR}/web/package-lock.json
                     VERBATIM)
else()
  set(viewer_bytes ${CMAKE_SOURCE_DIR}/web/without_npm.cpp)
endif()
target_sources(drystone_report PRIVATE ${viewer_bytes})
