/** Copy by a `copy` event, because insecure pages have no `navigator.clipboard`. */
function copyByEvent(text: string): void {
  const write = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', write, { once: true });
  document.execCommand('copy');
}

export async function copyText(text: string): Promise<void> {
  if (isSecureContext) await navigator.clipboard.writeText(text);
  else copyByEvent(text);
}
