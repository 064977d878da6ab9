import type { FieldErrors } from '../errors.ts';

export const environmentTiers = ['production', 'staging', 'testing', 'development', 'other'] as const;
export type EnvironmentTier = (typeof environmentTiers)[number];

export const environmentStates = ['available', 'stopping', 'stopped'] as const;
export type EnvironmentState = (typeof environmentStates)[number];

export const autoStopSettings = ['always', 'with_action'] as const;
export type AutoStopSetting = (typeof autoStopSettings)[number];

const MAX_NAME = 255;
const MAX_TEXT = 2_048;
/** A slug is part of a host name together with others. */
const MAX_SLUG = 24;

const wordsOfTiers: readonly (readonly [EnvironmentTier, readonly string[]])[] = [
  ['production', ['production', 'live']],
  ['staging', ['staging']],
  ['testing', ['test', 'qa']],
];

/** The tier of an environment that was created without one. */
export function tierOfName(name: string): EnvironmentTier {
  const lower = name.toLowerCase();
  if (lower.startsWith('review/')) return 'development';
  const words = lower.split(/[^a-z]+/);
  return wordsOfTiers.find(([, known]) => words.some((word) => known.includes(word)))?.[0] ?? 'other';
}

/** The slug of a name; `number` above 1 gives an alternative if the first is taken. */
export function slugOfName(name: string, number = 1): string {
  const ending = number > 1 ? `-${number}` : '';
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const started = /^[a-z]/.test(plain) ? plain : `env-${plain.replace(/^-/, '')}`;
  return started.slice(0, MAX_SLUG - ending.length).replace(/-+$/, '') + ending;
}

/** Validation errors by field; null when there are none. Undefined leaves a field out of the check. */
export function environmentProblems({
  name,
  externalUrl,
  description,
  kubernetesNamespace,
  fluxResourcePath,
}: {
  name?: string | undefined;
  externalUrl?: string | null | undefined;
  description?: string | null | undefined;
  kubernetesNamespace?: string | null | undefined;
  fluxResourcePath?: string | null | undefined;
}): FieldErrors | null {
  const problems: Record<string, string[]> = {};
  const ofName = name === undefined ? null : nameProblem(name);
  if (ofName !== null) problems['name'] = [ofName];
  if (externalUrl && !isWebAddress(externalUrl)) problems['external_url'] = ['must be an address of http or https'];
  for (const [field, text] of [
    ['external_url', externalUrl],
    ['kubernetes_namespace', kubernetesNamespace],
    ['flux_resource_path', fluxResourcePath],
  ] as const) {
    if (text && text.length > MAX_NAME) problems[field] = [`is too long (maximum is ${MAX_NAME} characters)`];
  }
  if (description && description.length > MAX_TEXT) {
    problems['description'] = [`is too long (maximum is ${MAX_TEXT} characters)`];
  }
  return Object.keys(problems).length > 0 ? problems : null;
}

function nameProblem(name: string): string | null {
  if (name.trim() === '') return "can't be blank";
  if (name.length > MAX_NAME) return `is too long (maximum is ${MAX_NAME} characters)`;
  return /^[A-Za-z0-9 \-_/$.{}]+$/.test(name)
    ? null
    : "can contain only letters, digits, spaces and '-', '_', '/', '$', '.', '{', '}'";
}

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(text) || /\s/.test(text)) return false;
  return URL.canParse(text);
}
