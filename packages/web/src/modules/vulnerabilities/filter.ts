import type { FilterToken } from '@milepost/core/filter-bar/tokens';
import { textType } from '@milepost/core/filter-bar/tokens';
import { CircleDot, CircleDotDashed, FileText, Flag, Link2, ScanSearch, type LucideIcon } from 'lucide-react';
import { defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl';
import type { FilterKind, KindParts } from '../../filter-bar/kinds.ts';
import type { VulnerabilityReportType, VulnerabilitySeverity, VulnerabilityState } from '../../gen/graphql.ts';
import type { VulnerabilityListFilter } from './list.ts';
import { vulnerabilityMessages } from './messages.ts';

const messages = defineMessages({
  severity: { id: 'vulnerabilityFilters.severity', defaultMessage: 'Severity' },
  state: { id: 'vulnerabilityFilters.state', defaultMessage: 'State' },
  scanner: { id: 'vulnerabilityFilters.scanner', defaultMessage: 'Scanner' },
  report_type: { id: 'vulnerabilityFilters.reportType', defaultMessage: 'Report type' },
  has_issues: { id: 'vulnerabilityFilters.hasIssues', defaultMessage: 'Has issues' },
  has_resolution: { id: 'vulnerabilityFilters.hasResolution', defaultMessage: 'No longer detected' },
  yes: { id: 'vulnerabilityFilters.yes', defaultMessage: 'Yes' },
  no: { id: 'vulnerabilityFilters.no', defaultMessage: 'No' },
});

export const reportTypeMessages = defineMessages({
  sast: { id: 'reportTypes.sast', defaultMessage: 'Static analysis' },
  dependency_scanning: { id: 'reportTypes.dependencies', defaultMessage: 'Dependencies' },
  container_scanning: { id: 'reportTypes.containers', defaultMessage: 'Containers' },
  dast: { id: 'reportTypes.dast', defaultMessage: 'Dynamic analysis' },
  secret_detection: { id: 'reportTypes.secrets', defaultMessage: 'Secrets' },
  coverage_fuzzing: { id: 'reportTypes.coverageFuzzing', defaultMessage: 'Coverage fuzzing' },
  api_fuzzing: { id: 'reportTypes.apiFuzzing', defaultMessage: 'API fuzzing' },
  cluster_image_scanning: { id: 'reportTypes.cluster', defaultMessage: 'Cluster images' },
  generic: { id: 'reportTypes.generic', defaultMessage: 'Other' },
});

const severities = ['critical', 'high', 'medium', 'low', 'info', 'unknown'] as const;
const states = ['detected', 'confirmed', 'resolved', 'dismissed'] as const;

/** The search parameters of the list, each a list of values with commas between. */
export const filterNames = ['severity', 'state', 'scanner', 'report_type', 'has_issues', 'has_resolution'] as const;
type FilterName = (typeof filterNames)[number];
export type FilterAddress = Record<FilterName | 'search', string>;

type Wording = (word: string) => MessageDescriptor;
const upper: Wording = (word) => vulnerabilityMessages[word.toUpperCase() as VulnerabilityState];

/** What the list can be filtered by. */
export function vulnerabilityKinds({ formatMessage }: IntlShape, scanners: readonly string[]): FilterKind[] {
  const optionsOf = (words: readonly string[], wording: Wording) =>
    words.map((value) => ({ value, title: formatMessage(wording(value)) }));
  const flag = optionsOf(['yes', 'no'], (word) => messages[word as 'yes']);
  const options: Record<FilterName, { value: string; title: string }[]> = {
    severity: optionsOf(severities, upper),
    state: optionsOf(states, upper),
    scanner: scanners.map((name) => ({ value: name, title: name })),
    report_type: optionsOf(Object.keys(reportTypeMessages), (word) => reportTypeMessages[word as 'sast']),
    has_issues: flag,
    has_resolution: flag,
  };
  return filterNames.map((type) => ({
    type,
    title: formatMessage(messages[type]),
    symbol: '',
    operators: isSingle(type) ? ['is'] : ['is', 'or'],
    options: options[type],
    wildcards: [],
    isOffered: true,
  }));
}

/** The name of a scanner may contain a comma, so an address holds only one. */
const isSingle = (type: FilterName): boolean => ['scanner', 'has_issues', 'has_resolution'].includes(type);

const icons: Readonly<Record<FilterName, LucideIcon>> = {
  severity: Flag,
  state: CircleDotDashed,
  scanner: ScanSearch,
  report_type: FileText,
  has_issues: Link2,
  has_resolution: CircleDot,
};
const parts: Promise<KindParts> = Promise.resolve(
  Object.fromEntries(Object.entries(icons).map(([name, icon]) => [name, { icon }])),
);
export const loadVulnerabilityParts = (): Promise<KindParts> => parts;

/** The tokens of an address. */
export function tokensOf(address: FilterAddress): FilterToken[] {
  const tokens = filterNames.flatMap((type) => {
    const values = valuesIn(address, type);
    const operator = values.length > 1 ? ('or' as const) : ('is' as const);
    return values.map((data) => ({ type, value: { operator, data } }));
  });
  const text = { type: textType, value: { operator: 'is' as const, data: address.search } };
  return address.search === '' ? tokens : [...tokens, text];
}

function valuesIn(address: FilterAddress, type: FilterName): string[] {
  const text = address[type];
  if (text === '') return [];
  return isSingle(type) ? [text] : [...new Set(text.split(','))];
}

/** The address of these tokens. Several of one kind are alternatives. */
export function addressOf(tokens: readonly FilterToken[]): FilterAddress {
  const of = (type: string): string[] => tokens.filter((token) => token.type === type).map(({ value }) => value.data);
  const address = Object.fromEntries(
    filterNames.map((type) => [type, isSingle(type) ? (of(type).at(-1) ?? '') : [...new Set(of(type))].join(',')]),
  );
  return { ...address, search: of(textType).join(' ') } as FilterAddress;
}

/** The filter of a request. Unknown values of an address match nothing else, so they are left out. */
export function filterOf(address: FilterAddress): Omit<VulnerabilityListFilter, 'sort'> {
  const known = (type: FilterName, words: readonly string[]): string[] | undefined => {
    const found = valuesIn(address, type).filter((word) => words.includes(word));
    return found.length === 0 ? undefined : found.map((word) => word.toUpperCase());
  };
  const flag = (type: FilterName): boolean | undefined =>
    address[type] === 'yes' ? true : address[type] === 'no' ? false : undefined;
  const wanted = {
    severity: known('severity', severities) as VulnerabilitySeverity[] | undefined,
    state: known('state', states) as VulnerabilityState[] | undefined,
    reportType: known('report_type', Object.keys(reportTypeMessages)) as VulnerabilityReportType[] | undefined,
    scanner: address.scanner === '' ? undefined : [address.scanner],
    hasIssues: flag('has_issues'),
    hasResolution: flag('has_resolution'),
    search: address.search === '' ? undefined : address.search,
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}
