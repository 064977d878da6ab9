/** Paste and drag events with the data that a browser would provide: files, and texts by type. */
export function paste(files: readonly File[], texts: Readonly<Record<string, string>> = {}): ClipboardEvent {
  return new ClipboardEvent('paste', { clipboardData: transfer(files, texts), bubbles: true, cancelable: true });
}

export function drag(
  type: 'dragover' | 'drop',
  files: readonly File[],
  texts: Readonly<Record<string, string>> = {},
): DragEvent {
  return new DragEvent(type, { dataTransfer: transfer(files, texts), bubbles: true, cancelable: true });
}

/** Files as a file input provides them. */
export function chosen(files: readonly File[]): FileList {
  return transfer(files).files;
}

function transfer(files: readonly File[], texts: Readonly<Record<string, string>> = {}): DataTransfer {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  for (const [type, text] of Object.entries(texts)) data.setData(type, text);
  return data;
}
