// libxlsxwriter for Swift, with wrappers for structures whose fields are raw C.
#pragma once
#include <string.h>
#include <xlsxwriter.h>

// Rows are written to a temporary file as soon as the next one begins. A newer library than that of
// the build reads fields behind those of its header: they are zero.
static inline lxw_workbook *_Nullable market_workbook_new(const char *_Nonnull path) {
  union {
    lxw_workbook_options known;
    char room[512];
  } options;
  memset(&options, 0, sizeof options);
  options.known.constant_memory = LXW_TRUE;
  return workbook_new_opt(path, &options.known);
}

// The list ends with NULL; the library copies it, and the type of its field depends on the version. Other values stay possible: a drop-down helps to
// type, and the check of a value is done where the table is read.
static inline lxw_error market_drop_down(
    lxw_worksheet *_Nonnull sheet, lxw_row_t first, lxw_row_t last, lxw_col_t column,
    const char *_Nullable *_Nonnull list) {
  union {
    lxw_data_validation known;
    char room[512];
  } options;
  memset(&options, 0, sizeof options);
  lxw_data_validation *validation = &options.known;
  validation->validate = LXW_VALIDATION_TYPE_LIST;
  validation->ignore_blank = LXW_VALIDATION_ON;
  validation->dropdown = LXW_VALIDATION_ON;
  validation->show_input = LXW_VALIDATION_OFF;
  validation->show_error = LXW_VALIDATION_OFF;
  validation->value_list = (void *)list;
  return worksheet_data_validation_range(sheet, first, column, last, column, validation);
}
