/** Reasons for an abuse report, in the order of the form. */
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
