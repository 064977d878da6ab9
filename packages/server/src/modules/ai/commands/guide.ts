import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldWord, wordsIn } from '@milepost/core/text/passages';
import { textWithoutMarkup } from '../../../platform/markdown/plain.ts';

/** The guide beside the packages, in a checkout and in the image. */
const folder = join(import.meta.dirname, '../../../../../../docs/guide');

/** A section of the guide: the text below one heading. */
export interface GuideSection {
  page: string;
  title: string;
  /** The fragment of the heading. */
  anchor: string;
  text: string;
  words: ReadonlyMap<string, number>;
}

const MAX_SECTION_LENGTH = 1_200;

let loaded: readonly GuideSection[] | null = null;

/** The names of the pages, without their ending. */
export function guidePages(): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^[a-z-]+\.md$/.test(name))
      .map((name) => name.slice(0, -3));
  } catch {
    return [];
  }
}

/** The Markdown of a page; null for none of this name. */
export function guidePage(page: string): string | null {
  return guidePages().includes(page) ? readFileSync(join(folder, `${page}.md`), 'utf8') : null;
}

/** All sections of the guide, read once. */
export function guideSections(): readonly GuideSection[] {
  loaded ??= guidePages().flatMap((page) => sectionsOf(page, guidePage(page) ?? ''));
  return loaded;
}

function sectionsOf(page: string, source: string): GuideSection[] {
  const parts = source.split(/^(?=#{1,3} )/m).filter((part) => part.trim() !== '');
  const pageTitle = headingOf(parts[0] ?? '') ?? page;
  return parts.flatMap((part) => {
    const heading = headingOf(part) ?? pageTitle;
    const text = textWithoutMarkup(part.replace(/^#+ .*\n/, '')).slice(0, MAX_SECTION_LENGTH);
    if (text === '') return [];
    const title = heading === pageTitle ? pageTitle : `${pageTitle}: ${heading}`;
    return [{ page, title, anchor: anchorOf(heading), text, words: countsOf(`${title} ${title} ${text}`) }];
  });
}

function headingOf(part: string): string | null {
  const heading = /^#+ (.*)$/m.exec(part)?.[1];
  return heading === undefined ? null : textWithoutMarkup(heading);
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { word } of wordsIn(text)) {
    const stem = stemOf(word);
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

/** Enough to match plurals and verb forms in the guide, which is in English. */
export function stemOf(word: string): string {
  return foldWord(word).replace(/(?:ies|ing|ed|es|s)$/, '');
}

/** The sections that match best, by the frequency of words in them and their rarity in the guide. */
export function guideMatches(words: readonly string[], limit: number): { section: GuideSection; score: number }[] {
  const sections = guideSections();
  const stems = [...new Set(words.map(stemOf))];
  const rarity = new Map(
    stems.map((stem) => {
      const count = sections.filter((section) => section.words.has(stem)).length;
      return [stem, Math.log((sections.length + 1) / (count + 0.5))];
    }),
  );
  return sections
    .map((section) => ({
      section,
      score: stems.reduce((sum, stem) => {
        const count = section.words.get(stem) ?? 0;
        return sum + (count === 0 ? 0 : (rarity.get(stem) ?? 0) * (1 + Math.log(count)));
      }, 0),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit);
}
