/** Why somebody is reported, in the order in which a form offers it. */
export const abuseCategories = [
  'spam',
  'offensive',
  'phishing',
  'crypto',
  'credentials',
  'copyright',
  'malware',
  'other',
] as const;
export type AbuseCategory = (typeof abuseCategories)[number];

export const abuseReportStates = ['open', 'closed'] as const;
export type AbuseReportState = (typeof abuseReportStates)[number];
