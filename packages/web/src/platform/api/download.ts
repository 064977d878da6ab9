/** Downloads a file: from a URL, or one created on this page. */
export function download(from: string | Blob, name: string): void {
  const href = typeof from === 'string' ? from : URL.createObjectURL(from);
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  // The browser has started the download by then.
  if (typeof from !== 'string') setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
