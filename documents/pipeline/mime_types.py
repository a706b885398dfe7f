"""MIME types of the formats that are detected and parsed."""

_OOXML = "application/vnd.openxmlformats-officedocument."
_ODF = "application/vnd.oasis.opendocument."

PDF = "application/pdf"
PNG = "image/png"
JPEG = "image/jpeg"
TIFF = "image/tiff"
ZIP = "application/zip"
TEXT = "text/plain"
UNKNOWN = "application/octet-stream"

DOCX = _OOXML + "wordprocessingml.document"
PPTX = _OOXML + "presentationml.presentation"
XLSX = _OOXML + "spreadsheetml.sheet"
ODT = _ODF + "text"
ODS = _ODF + "spreadsheet"
ODP = _ODF + "presentation"
EPUB = "application/epub+zip"

DOC = "application/msword"
XLS = "application/vnd.ms-excel"
XLSB = "application/vnd.ms-excel.sheet.binary.macroenabled.12"  # in lower case, as all types are compared
PPT = "application/vnd.ms-powerpoint"
MSG = "application/vnd.ms-outlook"
ENCRYPTED_OFFICE = "application/vnd.ms-office"  # the format is encrypted, too

RTF = "application/rtf"
HTML = "text/html"
XML = "application/xml"
JATS = "application/jats+xml"
EML = "message/rfc822"
VTT = "text/vtt"
MARKDOWN = "text/markdown"
ASCIIDOC = "text/asciidoc"
CSV = "text/csv"
TSV = "text/tab-separated-values"
