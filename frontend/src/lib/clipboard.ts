// The clipboard, also where the browser offers its modern interface to secure pages only.

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
