const reference = document.getElementById("reference");
const csrf = () => document.cookie.match(/(?:^|; )csrftoken=([^;]*)/)?.[1] ?? "";
SwaggerUIBundle({
  url: reference.dataset.schema,
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  persistAuthorization: false,
  validatorUrl: null,
  requestInterceptor: (request) => {
    if (new URL(request.url, location.href).origin === location.origin) request.headers["X-CSRFToken"] = csrf();
    return request;
  },
});
