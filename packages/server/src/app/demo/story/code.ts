/** The code of the sample project: its history, merge requests, deployments and findings. Days are relative to today. */

export interface SampleCommit {
  day: number;
  by: string;
  message: string;
  /** The whole content of each changed file. */
  files: Readonly<Record<string, string>>;
}

const readme = `# Payments

Cards, wallets and settlements of Tidewater's tickets.

- \`src/charge.ts\` charges a card or a wallet.
- \`src/refund.ts\` gives money back.
- \`src/settle.ts\` adds up what each pier sold, every night at two.
`;

const charge = (retries: number): string => `import { providerFor } from './providers.ts';

const MAX_RETRIES = ${retries};

/** Charges a ticket once, however often the network asks. */
export async function charge(ticketId: string, cents: number): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await providerFor(ticketId).charge({ key: ticketId, cents });
    if (answer.isFinal || attempt > MAX_RETRIES) return answer.receipt;
  }
}
`;

const refund = (isPartial: boolean): string => `import { providerFor } from './providers.ts';

/** Gives ${isPartial ? 'a part of ' : ''}the price of a ticket back. */
export async function refund(ticketId: string${isPartial ? ', cents: number' : ''}): Promise<void> {
  const provider = providerFor(ticketId);
${isPartial ? '  if (cents <= 0) throw new RangeError(`${cents} cents cannot be given back`);\n  await provider.refund({ key: ticketId, cents });' : '  await provider.refund({ key: ticketId });'}
}
`;

const settle = (hour: number, byPier: boolean): string => `import { salesOf } from './sales.ts';

/** The hour of the night at which sales are settled. */
export const SETTLE_AT = ${hour};

export async function settle(day: string): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const { ${byPier ? 'pier' : 'line'}, cents } of await salesOf(day)) {
    sums.set(${byPier ? 'pier' : 'line'}, (sums.get(${byPier ? 'pier' : 'line'}) ?? 0) + cents);
  }
  return sums;
}
`;

const providers = `export interface Provider {
  charge(wanted: { key: string; cents: number }): Promise<{ isFinal: boolean; receipt: string }>;
  refund(wanted: { key: string; cents?: number }): Promise<void>;
}

export function providerFor(ticketId: string): Provider {
  return ticketId.startsWith('w') ? wallet : card;
}
`;

const wallet = `import type { Provider } from './providers.ts';

/** Money that passengers loaded into the app. */
export const wallet: Provider = {
  async charge({ key, cents }) {
    const balance = await balanceOf(key);
    if (balance < cents) return { isFinal: true, receipt: '' };
    return { isFinal: true, receipt: await take(key, cents) };
  },
  async refund({ key, cents = 0 }) {
    await put(key, cents);
  },
};
`;

export const mainHistory: readonly SampleCommit[] = [
  { day: -121, by: 'tomas', message: 'Begin with a readme', files: { 'README.md': readme } },
  {
    day: -118,
    by: 'ines',
    message: 'Charge cards',
    files: { 'src/charge.ts': charge(1), 'src/providers.ts': providers },
  },
  { day: -104, by: 'sanjay', message: 'Refund whole tickets', files: { 'src/refund.ts': refund(false) } },
  { day: -83, by: 'ines', message: 'Settle sales by line at three', files: { 'src/settle.ts': settle(3, false) } },
  { day: -61, by: 'olu', message: 'Take money from wallets', files: { 'src/wallet.ts': wallet } },
  { day: -40, by: 'petra', message: 'Retry charges twice', files: { 'src/charge.ts': charge(2) } },
];

export interface SampleRequest {
  branch: string;
  title: string;
  description: string;
  by: string;
  reviewer: string;
  /** When it was created and, if it was, merged. */
  created: number;
  merged?: number;
  approvedBy?: string;
  comments?: readonly { by: string; body: string }[];
  commits: readonly SampleCommit[];
}

/** In the order of their creation; those that are merged come first. */
export const requests: readonly SampleRequest[] = [
  {
    branch: 'settle-by-pier',
    title: 'Settle by pier',
    description: 'Each pier counts its own till, so sums by line were added up again by hand.',
    by: 'ines',
    reviewer: 'tomas',
    created: -33,
    merged: -30,
    approvedBy: 'tomas',
    comments: [{ by: 'tomas', body: 'Piers close at one, so three is late. Fine for now.' }],
    commits: [{ day: -33, by: 'ines', message: 'Settle by pier', files: { 'src/settle.ts': settle(3, true) } }],
  },
  {
    branch: 'partial-refunds',
    title: 'Refund a part of a ticket',
    description: 'A canceled return crossing costs half of the ticket.',
    by: 'sanjay',
    reviewer: 'yuki',
    created: -21,
    merged: -17,
    approvedBy: 'yuki',
    comments: [
      { by: 'yuki', body: 'What happens with zero cents?' },
      { by: 'sanjay', body: 'It throws now, before the provider is asked.' },
    ],
    commits: [
      { day: -21, by: 'sanjay', message: 'Refund a part of a ticket', files: { 'src/refund.ts': refund(true) } },
    ],
  },
  {
    branch: 'settle-at-two',
    title: 'Settle at two in the morning',
    description: 'Piers close at one.',
    by: 'petra',
    reviewer: 'tomas',
    created: -9,
    merged: -6,
    approvedBy: 'tomas',
    commits: [{ day: -9, by: 'petra', message: 'Settle at two', files: { 'src/settle.ts': settle(2, true) } }],
  },
  {
    branch: 'more-retries',
    title: 'Retry charges five times on slow lines',
    description:
      'Terminals on the outer islands lose the line for up to 20 seconds.\n\n- [x] Measure on Skarholm\n- [ ] Agree with the bank',
    by: 'olu',
    reviewer: 'yuki',
    created: -4,
    approvedBy: 'yuki',
    comments: [{ by: 'yuki', body: 'The bank allows five. `charge.ts` looks good.' }],
    commits: [{ day: -4, by: 'olu', message: 'Retry charges five times', files: { 'src/charge.ts': charge(5) } }],
  },
  {
    branch: 'settle-at-four',
    title: 'Settle at four for late boats',
    description: 'The last boat from Vess arrives at half past two in summer.',
    by: 'ines',
    reviewer: 'tomas',
    created: -3,
    comments: [{ by: 'tomas', body: 'This conflicts with two in the morning. Which one do we want?' }],
    commits: [{ day: -8, by: 'ines', message: 'Settle at four', files: { 'src/settle.ts': settle(4, true) } }],
  },
  {
    branch: 'receipts',
    title: 'Draft: Send receipts by email',
    description: 'Begins with the texts.',
    by: 'petra',
    reviewer: 'yuki',
    created: -1,
    commits: [
      {
        day: -1,
        by: 'petra',
        message: 'Write the texts of receipts',
        files: { 'texts/receipt.md': '# Your crossing\n\nThank you for sailing with Tidewater.\n' },
      },
    ],
  },
];

export interface SampleDeployment {
  environment: 'development' | 'staging' | 'production';
  day: number;
  status: 'success' | 'failed';
  by: string;
}

/** Those of staging and production, which follow one another. Commits are those of their day. */
export const deployments: readonly SampleDeployment[] = [
  ...[-112, -98, -76, -55, -38, -29, -16].map((day, index) => ({
    environment: 'staging' as const,
    day,
    status: index === 3 ? ('failed' as const) : ('success' as const),
    by: 'olu',
  })),
  ...[-110, -97, -75, -54, -37, -28, -15].map((day, index) => ({
    environment: 'production' as const,
    day,
    status: index === 4 ? ('failed' as const) : ('success' as const),
    by: 'yuki',
  })),
  { environment: 'staging', day: -5, status: 'success', by: 'olu' },
  { environment: 'development', day: -1, status: 'success', by: 'olu' },
];

const finding = (rule: string, text: string, score: string, file: string, startLine: number): object => ({
  ruleId: rule,
  message: { text },
  properties: { 'security-severity': score },
  locations: [{ physicalLocation: { artifactLocation: { uri: file }, region: { startLine } } }],
});

/** A report of an invented scanner, in SARIF 2.1.0. */
export const report = {
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'Harbor scan', version: '3.2.0' } },
      results: [
        finding(
          'unsigned-callback',
          'Callbacks of the bank are accepted without a signature.',
          '9.1',
          'src/charge.ts',
          8,
        ),
        finding('key-in-log', 'The key of a charge is written to the log.', '7.4', 'src/charge.ts', 9),
        finding('unchecked-amount', 'An amount from the request is not checked.', '6.5', 'src/refund.ts', 4),
        finding('race', 'Two requests may take the same balance.', '5.9', 'src/wallet.ts', 6),
        finding('weak-random', 'Receipts are numbered with predictable numbers.', '3.1', 'src/wallet.ts', 8),
      ],
    },
  ],
} as const;
