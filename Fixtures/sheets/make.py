#!/usr/bin/python3
"""Makes the spreadsheets that tests read, each by another program.

They were made on Debian 12 with python3-openpyxl 3.0.9, LibreOffice 7.4.7.2, gnumeric 1.12.55 and
libxlsxwriter 1.1.4. Needs these packages, libxlsxwriter-dev and a C compiler:

  python3-openpyxl libreoffice-calc gnumeric
"""
import datetime, os, subprocess, tempfile

import openpyxl

HERE = os.path.dirname(os.path.realpath(__file__))
HEADER = ["code", "name", "price", "stock", "off", "day", "moment", "open", "total", "broken"]


def openpyxl_file(path):
    book = openpyxl.Workbook()
    notes = book.active
    notes.title = "Notes"
    notes["A1"] = "hidden"
    notes.sheet_state = "hidden"
    sheet = book.create_sheet("상품 목록")
    sheet.append(HEADER)
    sheet.append([
        "007", "머그컵 <&> \"'", 12000, 5, 0.1, datetime.date(2026, 11, 3),
        datetime.datetime(2026, 11, 3, 14, 5, 6), True, "=C2*D2", "=1/0"])
    sheet["A4"] = "MUG-2"
    sheet["B4"] = "two\nlines"
    sheet["C4"] = 19.99
    sheet["D4"] = -3
    sheet["H4"] = False
    sheet["A5"] = "merged"
    sheet.merge_cells("A5:B5")
    sheet["C5"] = 8801234567890
    sheet["B6"] = " blank "
    for row in sheet["E2:E6"]:
        row[0].number_format = "0%"
    sheet["F2"].number_format = "yyyy\"년\" m\"월\" d\"일\""
    sheet["A2"].number_format = "@"
    # Formats without values beyond the table.
    sheet["Z40"].number_format = "0.00"
    book.active = 1
    book.save(path)


def seller_file(path):
    """A price list as a seller keeps it: titles, a cover, formats, merged and hidden cells."""
    book = openpyxl.Workbook()
    book.active.title = "표지"
    sheet = book.create_sheet("단가표")
    sheet.append(["2026년 11월 단가표"])
    sheet.append([])
    sheet.append(["상품\n코드", "상품명*", "판매가", "재고", "상품 설명", "사진"])
    sheet.append(["필수", "필수", "숫자만 입력", "선택", "필수", "필수"])
    for code, price, style in [
        ("CU-1", 45, "[$$-409]#,##0.00"), ("CU-2", 12000, '"₩"#,##0'), ("CU-3", None, '"₩"#,##0'),
        ("CU-4", 9000, "#,##0")]:
        sheet.append([code, f"참나무 머그 {code}", price, 3.0, "통나무를 깎아 만든 머그컵입니다.", "a.jpg"])
        sheet.cell(sheet.max_row, 3).number_format = style
    sheet.merge_cells("C6:C7")
    sheet.row_dimensions[8].hidden = True
    book.save(path)


def two_file(path):
    """Listings in two sheets."""
    book = openpyxl.Workbook()
    cups, bowls = book.active, book.create_sheet("Bowls")
    cups.title = "Cups"
    rows = (cups, "MUG-1", "Oak mug", 12000, 3), (bowls, "BOWL-1", "Oak bowl", 20000, 2)
    for sheet, code, name, price, stock in rows:
        sheet.append(["code", "name", "description", "price", "stock", "photo1"])
        sheet.append([code, name, "Turned from one piece of oak.", price, stock, "a.jpg"])
    book.save(path)


LIBXLSXWRITER = r"""
#include <xlsxwriter.h>
int main(int count, char **arguments) {
  (void)count;
  lxw_workbook *book = workbook_new(arguments[1]);
  lxw_worksheet *notes = workbook_add_worksheet(book, "Notes");
  lxw_worksheet *sheet = workbook_add_worksheet(book, "상품 목록");
  worksheet_write_string(notes, 0, 0, "hidden", NULL);
  worksheet_hide(notes);
  worksheet_activate(sheet);
  worksheet_set_first_sheet(sheet);
  const char *header[] = {"code", "name", "price", "stock", "off", "day", "moment", "open", "total",
                          "broken"};
  for (int column = 0; column < 10; column++)
    worksheet_write_string(sheet, 0, column, header[column], NULL);
  lxw_format *percent = workbook_add_format(book), *day = workbook_add_format(book);
  lxw_format *moment = workbook_add_format(book);
  format_set_num_format(percent, "0%");
  format_set_num_format(day, "yyyy\"년\" m\"월\" d\"일\"");
  format_set_num_format(moment, "yyyy-mm-dd hh:mm:ss");
  lxw_datetime date = {2026, 11, 3, 0, 0, 0}, time = {2026, 11, 3, 14, 5, 6};
  worksheet_write_string(sheet, 1, 0, "007", NULL);
  worksheet_write_string(sheet, 1, 1, "머그컵 <&> \"'", NULL);
  worksheet_write_number(sheet, 1, 2, 12000, NULL);
  worksheet_write_number(sheet, 1, 3, 5, NULL);
  worksheet_write_number(sheet, 1, 4, 0.1, percent);
  worksheet_write_datetime(sheet, 1, 5, &date, day);
  worksheet_write_datetime(sheet, 1, 6, &time, moment);
  worksheet_write_boolean(sheet, 1, 7, 1, NULL);
  worksheet_write_formula_num(sheet, 1, 8, "=C2*D2", NULL, 60000);
  worksheet_write_formula_str(sheet, 1, 9, "=1/0", NULL, "#DIV/0!");
  worksheet_write_string(sheet, 3, 0, "MUG-2", NULL);
  worksheet_write_string(sheet, 3, 1, "two\nlines", NULL);
  worksheet_write_number(sheet, 3, 2, 19.99, NULL);
  worksheet_write_number(sheet, 3, 3, -3, NULL);
  worksheet_write_boolean(sheet, 3, 7, 0, NULL);
  worksheet_merge_range(sheet, 4, 0, 4, 1, "merged", NULL);
  worksheet_write_number(sheet, 4, 2, 8801234567890, NULL);
  worksheet_write_string(sheet, 5, 1, " blank ", NULL);
  worksheet_write_blank(sheet, 39, 25, percent);
  return workbook_close(book);
}
"""


def libxlsxwriter_file(path, folder):
    source, program = f"{folder}/make.c", f"{folder}/make"
    with open(source, "w") as text:
        text.write(LIBXLSXWRITER)
    subprocess.check_call(["cc", source, "-o", program, "-lxlsxwriter"])
    subprocess.check_call([program, path])


with tempfile.TemporaryDirectory() as folder:
    openpyxl_file(f"{HERE}/openpyxl.xlsx")
    seller_file(f"{HERE}/seller.xlsx")
    two_file(f"{HERE}/two.xlsx")
    libxlsxwriter_file(f"{HERE}/libxlsxwriter.xlsx", folder)
    os.symlink(f"{HERE}/openpyxl.xlsx", f"{folder}/libreoffice.xlsx")
    subprocess.check_call([
        "soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile",
        "--convert-to", "xlsx", "--outdir", HERE, f"{folder}/libreoffice.xlsx"])
    subprocess.check_call(["ssconvert", f"{HERE}/openpyxl.xlsx", f"{HERE}/gnumeric.xlsx"])
