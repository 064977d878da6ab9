import { expect, test } from 'vitest';
import {
  fileNameOf,
  isAcceptedType,
  isPlayedType,
  isShownType,
  mediaTypeOf,
  uploadMarkdown,
  uploadLimits,
} from './uploads.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (each) => each.charCodeAt(0));

test.each([
  ['\u0089PNG\r\n\u001A\n....', 'image/png'],
  ['\u00FF\u00D8\u00FF\u00E0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF....WEBPVP8 ', 'image/webp'],
  ['....ftypavif', 'image/avif'],
  ['....ftypisom....', 'video/mp4'],
  ['....ftypqt  ....', 'video/quicktime'],
  ['....ftypM4A ....', 'audio/mp4'],
  ['\u001AE\u00DF\u00A3....B\u0082\u0084webm', 'video/webm'],
  ['\u001AE\u00DF\u00A3....B\u0082\u0088matroska', 'application/octet-stream'],
  [`OggS${'.'.repeat(25)}theora`, 'video/ogg'],
  [`OggS${'.'.repeat(24)}OpusHead`, 'audio/ogg'],
  ['ID3....', 'audio/mpeg'],
  ['\u00FF\u00FB\u0090\u0064', 'audio/mpeg'],
  ['RIFF....WAVEfmt ', 'audio/wav'],
  ['<svg xmlns="', 'application/octet-stream'],
  ['<html><script', 'application/octet-stream'],
  ['%PDF-1.7', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('knows a file by its bytes: %j', (head, type) => {
  expect(mediaTypeOf(bytes(head))).toBe(type);
  expect(isShownType(type)).toBe(type.startsWith('image/'));
  expect(isPlayedType(type)).toBe(/^(?:video|audio)/.test(type));
});

test.each([
  ['plan.png', 'plan.png'],
  ['C:\\Users\\ada\\plan (1).png', 'plan_1_.png'],
  ['../../etc/passwd', 'passwd'],
  ['.htaccess', 'htaccess'],
  ['Übersicht für März.pdf', 'Übersicht_für_März.pdf'],
  ['計画.png', '計画.png'],
  ['a"b\r\nc.txt', 'a_b_c.txt'],
  ['..', 'file'],
  ['', 'file'],
  [`${'x'.repeat(300)}.png`, `${'x'.repeat(uploadLimits.name - 4)}.png`],
])('makes a name of %j that everything can bear', (given, name) => {
  expect(fileNameOf(given)).toBe(name);
});

test('embeds an image or a video and links anything else', () => {
  const secret = 'a'.repeat(32);
  expect(uploadMarkdown({ secret, fileName: 'walk.mp4', mediaType: 'video/mp4' }).markdown).toBe(
    `![walk](/uploads/${secret}/walk.mp4)`,
  );
  expect(uploadMarkdown({ secret, fileName: 'dk.png', mediaType: 'image/png' })).toEqual({
    alt: 'dk',
    url: `/uploads/${secret}/dk.png`,
    markdown: `![dk](/uploads/${secret}/dk.png)`,
  });
  expect(uploadMarkdown({ secret, fileName: 'my_März.svg', mediaType: 'application/octet-stream' })).toEqual({
    alt: 'my_März.svg',
    url: `/uploads/${secret}/my_M%C3%A4rz.svg`,
    markdown: String.raw`[my\_März.svg](/uploads/${secret}/my_M%C3%A4rz.svg)`,
  });
});

test('takes accepted types as a file input does', () => {
  const file = { name: 'Plan.PNG', type: 'image/png' };
  expect(isAcceptedType(file, null)).toBe(true);
  for (const accepted of [['image/*'], ['image/png'], ['.png'], ['.pdf', 'image/*']])
    expect(isAcceptedType(file, accepted)).toBe(true);
  for (const accepted of [[], ['.pdf'], ['video/*'], ['image/jpeg']])
    expect(isAcceptedType(file, accepted)).toBe(false);
});
