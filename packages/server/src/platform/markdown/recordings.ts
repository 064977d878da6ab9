import { escapeHtml } from './html.ts';

/** Videos and sounds by the ending of their name, as published for GitLab's Markdown. */
const VIDEO = /\.(?:mp4|m4v|mov|webm|ogv)$/i;
const SOUND = /\.(?:mp3|m4a|oga|ogg|spx|wav)$/i;

export type Recording = 'video' | 'audio';

/** Whether the file at this address is a video or a sound; null for anything else. */
export function recordingAt(address: string): Recording | null {
  const [path = ''] = address.split(/[?#]/, 1);
  if (VIDEO.test(path)) return 'video';
  return SOUND.test(path) ? 'audio' : null;
}

/** A player of a file of this installation. Mail programs, which have none, show its content: the link. */
export function player(kind: Recording, src: string, title: string, sizes: string): string {
  const address = escapeHtml(src);
  const name = escapeHtml(title || (src.split('/').at(-1) ?? ''));
  return `<${kind} src="${address}" controls preload="metadata" title="${name}"${sizes}><a href="${address}">${name}</a></${kind}>`;
}
