/** Limits of an attached file. Sizes are in bytes. */
export const uploadLimits = {
  /** Default maximum size of a file. */
  size: 256 * 1024 * 1024,
  /** Concurrent uploads of one form. */
  parallel: 2,
  /** Maximum width and height of a thumbnail in pixels. */
  thumbnail: 120,
  /** Maximum size of an image with a thumbnail: decoding larger ones would take too long. */
  thumbnailSource: 10 * 1024 * 1024,
  /** Maximum characters of a file name. */
  name: 200,
} as const;

/** Maximum size of an export that is imported. */
export const MAX_ARCHIVE_BYTES = 2 * 1024 ** 3;

/** Image types that a browser may show in a page: none of them can contain a script. */
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** The type of a file whose bytes are not recognized. */
export const UNKNOWN_TYPE = 'application/octet-stream';

export function isShownType(mediaType: string): boolean {
  return shownTypes.has(mediaType);
}

/** Whether a page shows a file of this type with controls to play it. */
export function isPlayedType(mediaType: string): boolean {
  return mediaType.startsWith('video/') || mediaType.startsWith('audio/');
}

/** The media type by the first bytes of a file, regardless of its name: one that a page shows or plays, or unknown. */
export function mediaTypeOf(head: Uint8Array): string {
  const text = (from: number, to: number): string => String.fromCharCode(...head.subarray(from, to));
  if (text(0, 8) === '\u0089PNG\r\n\u001A\n') return 'image/png';
  if (text(0, 3) === '\u00FF\u00D8\u00FF') return 'image/jpeg';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (/^ftypavi[fs]$/.test(text(4, 12))) return 'image/avif';
  return recordingTypeOf(text) ?? UNKNOWN_TYPE;
}

/** The type of a video or a sound. */
function recordingTypeOf(text: (from: number, to: number) => string): string | null {
  if (/^ftypM4A $/.test(text(4, 12))) return 'audio/mp4';
  if (/^ftypqt {2}$/.test(text(4, 12))) return 'video/quicktime';
  if (/^ftyp(?:iso|mp4|avc|M4V|dash|mmp|MSN)/.test(text(4, 12))) return 'video/mp4';
  if (text(0, 4) === '\u001AE\u00DF\u00A3' && text(4, HEAD_BYTES).includes('webm')) return 'video/webm';
  if (text(0, 4) === 'OggS') return text(28, HEAD_BYTES).includes('theora') ? 'video/ogg' : 'audio/ogg';
  if (text(0, 3) === 'ID3' || /^\u00FF[\u00FB\u00F3\u00F2]/.test(text(0, 2))) return 'audio/mpeg';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'audio/wav';
  return null;
}

/** The number of bytes that `mediaTypeOf` needs. */
export const HEAD_BYTES = 64;

/**
 * A file name that is safe in a URL, a header and every file system: without folders; only letters and digits of any script, `.`,
 * `-`, `+` and `_`.
 */
export function fileNameOf(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}.+_-]+/gu, '_')
    .replaceAll(/^\.+/g, '');
  if (plain === '' || /^_+$/.test(plain)) return 'file';
  const letters = Array.from(plain);
  if (letters.length <= uploadLimits.name) return plain;
  const ending = /\.[^.]{1,20}$/.exec(plain)?.[0] ?? '';
  return letters.slice(0, uploadLimits.name - Array.from(ending).length).join('') + ending;
}

/** The pattern of the secret part of an upload's URL. */
export const UPLOAD_SECRET = '[0-9a-f]{32}';

/** The Markdown address of an upload in its own group or project: `/uploads/SECRET/plan.png`. */
export function uploadUrlOf({ secret, fileName }: { secret: string; fileName: string }): string {
  return `/uploads/${secret}/${encodeURIComponent(fileName)}`;
}

/** The Markdown that shows an upload, with its title: images, videos and sounds are embedded, anything else is linked. */
export function uploadMarkdown(upload: { secret: string; fileName: string; mediaType: string }): {
  alt: string;
  url: string;
  markdown: string;
} {
  const url = uploadUrlOf(upload);
  const isShown = isShownType(upload.mediaType) || isPlayedType(upload.mediaType);
  const alt = isShown ? upload.fileName.replace(/(?<=.)\.[^.]*$/, '') : upload.fileName;
  // Underscores around a word would make it italic.
  const label = alt.replaceAll('_', String.raw`\_`);
  return { alt, url, markdown: `${isShown ? '!' : ''}[${isShown ? alt : label}](${url})` };
}

/** Whether a file is among the accepted types: `image/*`, `image/png` or `.png`, as a file input takes them; null accepts all. */
export function isAcceptedType(file: { name: string; type: string }, accepted: readonly string[] | null): boolean {
  if (accepted === null) return true;
  const name = file.name.toLowerCase();
  const type = file.type.toLowerCase();
  return accepted.some((each) => {
    const wanted = each.trim().toLowerCase();
    if (wanted.startsWith('.')) return name.endsWith(wanted);
    return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
  });
}
