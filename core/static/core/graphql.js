const $ = (id) => document.getElementById(id);
const run = async () => {
  const body = { query: $('query').value, variables: JSON.parse($('variables').value || '{}') };
  const token = document.querySelector('[name=csrfmiddlewaretoken]').value;
  const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': token };
  const response = await fetch('', { method: 'POST', headers, body: JSON.stringify(body) });
  return JSON.stringify(await response.json(), null, 2);
};
$('operation').addEventListener('submit', (event) => {
  event.preventDefault();
  run().catch(String).then((text) => { $('result').textContent = text; });
});
