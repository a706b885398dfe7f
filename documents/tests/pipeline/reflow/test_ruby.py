"""Ruby text of web pages, books and messages: a search for the words of the base text finds them."""

import time
import zipfile

import pytest

from documents.pipeline.reflow.ruby import with_readings_at_the_end

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
    '<rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
BOOK = (
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>'
    '<item id="i" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
    '<spine><itemref idref="i"/></spine></package>'
)
BODY = (
    "<h1><ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>案内</h1>"
    "<p>駅で<ruby>食<rp>(</rp><rt>た</rt><rp>)</rp></ruby>べる。"
    "<ruby>新<rt>しん</rt></ruby><ruby>宿<rt>じゅく</rt></ruby>駅</p>"
    "<table><tr><td><ruby><rb>京都</rb><rt>きょうと</rt></ruby>府</td><td>b</td></tr></table>"
)
LINES = ["東京案内(とうきょう)", "駅で食べる。新宿駅(た しん じゅく)", "京都府(きょうと)\tb"]


@pytest.mark.parametrize("head", ["", '<?xml version="1.0" encoding="utf-8"?>'])
def test_the_base_text_of_a_page_is_not_interrupted(parse, tmp_path, head):
    page = tmp_path / "a.html"
    page.write_text(f"{head}<html><head><title></title></head><body>{BODY}</body></html>", encoding="utf-8")
    assert parse(page).text.strip().split("\n") == LINES


def test_the_base_text_of_a_book_is_not_interrupted(parse, tmp_path):
    chapter = f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title></head><body>{BODY}</body></html>'
    with zipfile.ZipFile(tmp_path / "a.epub", "w") as book:
        parts = {"mimetype": "application/epub+zip", "META-INF/container.xml": CONTAINER, "c.opf": BOOK}
        for name, content in {**parts, "a.xhtml": chapter}.items():
            book.writestr(name, content)
    assert parse(tmp_path / "a.epub").text.strip().split("\n") == LINES


def test_the_base_text_of_a_message_is_not_interrupted(parse, tmp_path):
    message = tmp_path / "a.eml"
    head = "From: a@example.org\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n"
    message.write_text(f"{head}<html><body>{BODY}</body></html>", encoding="utf-8")
    assert "駅で食べる。新宿駅(た しん じゅく)" in parse(message).text


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<p><ruby>漢<rp>(<rt>かん<rp>)</ruby>字<br/>次</p>", "<p>漢字(かん)<br/>次</p>"),  # without end tags
        ("<p><ruby>東<rt>とう<rb>京<rt>きょう</ruby>都\n</p>", "<p>東京都(とうきょう)\n</p>"),
        ("<ruby>\n 食\n <rt>た</rt>\n</ruby>べる<p>a</p>", "食べる(た)<p>a</p>"),
        ("<p><b><ruby>日<rt>に</rt></ruby></b>本<!--c--></p>", "<p><b>日</b>本<!--c-->(に)</p>"),
        ("<ruby><ruby>東<rt>とう</rt></ruby>南<rtc><rt>south</rt><rt>east</rt></rtc></ruby>", "東南(とう southeast)"),
        ("<p><ruby>a</ruby>b<ruby><rt></rt>c</ruby></p>", "<p>abc</p>"),
        ("<p>No ruby</p>", "<p>No ruby</p>"),
    ],
)
def test_readings_are_at_the_end_of_their_line(markup, expected):
    assert with_readings_at_the_end(markup) == expected


def test_many_readings_in_a_line_take_little_time():
    started = time.process_time()
    text = with_readings_at_the_end("<p>" + "<ruby>a<rt>b</rt></ruby>c" * 10_000)
    assert text.startswith("<p>acacac")
    assert time.process_time() - started < 20  # a quadratic time is more than a minute
