import { toast } from './Toast.tsx';

/** Copies a text and confirms it; if the browser forbids it, the message shows the text to copy by hand. */
export async function copyText(text: string, said: { copied: string; notCopied: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ text: said.copied });
  } catch {
    toast({ text: said.notCopied });
  }
}
