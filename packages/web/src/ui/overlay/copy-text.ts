import { toast } from './Toast.tsx';

/** Copies a text and says so; where the browser forbids it, the sentence shows the text to be copied by hand. */
export async function copyText(text: string, said: { copied: string; notCopied: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ text: said.copied });
  } catch {
    toast({ text: said.notCopied });
  }
}
