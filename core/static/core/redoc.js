const reference = document.getElementById("reference");
Redoc.init(reference.dataset.schema, { hideLogo: true, disableSearch: false, theme: { typography: { fontFamily: "system-ui, sans-serif", headings: { fontFamily: "system-ui, sans-serif" } } } }, reference);
