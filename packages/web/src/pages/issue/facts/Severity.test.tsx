import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSession } from '../../../platform/session/session.ts';
import { type Answer, fakeServer, renderAt } from '../../../testing/page.tsx';
import { IssuePage } from '../IssuePage.tsx';

const webPath = '/alpha/web/-/issues/3';
const issue = {
  id: 'gid://gitlab/Issue/3',
  iid: '3',
  title: 'Outage',
  state: 'opened',
  type: 'INCIDENT',
  severity: 'UNKNOWN',
  descriptionHtml: '',
  confidential: false,
  discussionLocked: false,
  hidden: false,
  imported: false,
  blocked: false,
  lockVersion: 4,
  webPath,
  movedTo: null,
  closedAsDuplicateOf: null,
  promotedToEpic: null,
  createdAt: '2026-01-01T00:00:00Z',
  closedAt: null,
  dueDate: null,
  weight: null,
  healthStatus: null,
  reference: 'alpha/web#3',
  author: { id: 'u', name: 'Theo Alvarez', username: 'theo', avatarUrl: null },
  assignees: { nodes: [] },
  taskCompletionStatus: { count: 0, completedCount: 0 },
  epic: null,
  labels: { nodes: [] },
  milestone: null,
  iteration: null,
  linkedWorkItems: { nodes: [] },
  awardEmoji: { nodes: [] },
  userPermissions: { updateIssue: true, adminIssue: true },
};

async function open(shown: object = {}, answers: Readonly<Record<string, Answer>> = {}) {
  const asked = fakeServer({
    issuePage: () => ({ project: { id: 'p', issue: { ...issue, ...shown } } }),
    issueSeverity: () => ({ project: { id: 'p', issue: { id: issue.id, severity: 'UNKNOWN', ...shown } } }),
    ...answers,
  });
  const page = await renderAt(webPath, <IssuePage address={{ page: 'issue', fullPath: 'alpha/web', iid: '3' }} />);
  await screen.findByRole('heading', { level: 1, name: 'Outage' });
  return { ...page, asked };
}

beforeAll(async () => void (await import('../IssueSidebar.tsx')));
beforeEach(() =>
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false }, csrfToken: 'token' }),
);
afterEach(() => vi.unstubAllGlobals());

describe('severity in the sidebar of an incident', () => {
  test('TM-IC-01: is chosen from five levels and saved immediately', async () => {
    let severity = 'UNKNOWN';
    const { user, asked } = await open(
      {},
      {
        issuePage: () => ({ project: { id: 'p', issue: { ...issue, severity } } }),
        updateIssuableSeverity: () => {
          severity = 'HIGH';
          return { issuableSetSeverity: { errors: [], issue: { id: issue.id, iid: '3', severity } } };
        },
      },
    );
    expect(await screen.findByText('Unknown')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Edit Severity' }));
    const offered = await screen.findAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Critical', 'High', 'Medium', 'Low', 'Unknown']);
    await user.click(screen.getByRole('option', { name: 'High' }));
    expect(await screen.findByText('High')).toBeVisible();
    await waitFor(() => expect(asked.some(({ operation }) => operation === 'updateIssuableSeverity')).toBe(true));
    expect(asked.find(({ operation }) => operation === 'updateIssuableSeverity')).toMatchObject({
      body: { variables: { projectPath: 'alpha/web', iid: '3', severity: 'HIGH' } },
    });
  });

  test('is not overwritten while somebody else changes it: the dialog names them and both values', async () => {
    const sent: unknown[] = [];
    let severity = 'UNKNOWN';
    const { user } = await open(
      {},
      {
        issuePage: () => ({ project: { id: 'p', issue: { ...issue, severity } } }),
        updateIssuableSeverity: ({ body }) => {
          const { variables } = body as { variables: { valuesRead?: object } };
          sent.push(variables);
          const errors = variables.valuesRead ? ['Rita Reporter changed the severity to critical meanwhile.'] : [];
          return { issuableSetSeverity: { errors, issue: errors.length > 0 ? null : { id: issue.id } } };
        },
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Edit Severity' }));
    const high = await screen.findByRole('option', { name: 'High' });
    severity = 'CRITICAL';
    await user.click(high);
    const dialog = await screen.findByRole('dialog', { name: 'Overwrite the change of somebody else?' });
    expect(dialog).toHaveTextContent('Rita Reporter changed Severity to Critical meanwhile. Your value is High.');
    expect(sent).toEqual([expect.objectContaining({ severity: 'HIGH', valuesRead: { severity: 'UNKNOWN' } })]);
    await user.click(within(dialog).getByRole('button', { name: 'Overwrite' }));
    await waitFor(() => expect(sent[1]).toEqual({ projectPath: 'alpha/web', iid: '3', severity: 'HIGH' }));
  });

  test('stays as chosen when the value read before editing arrives late, and is chosen again without a conflict', async () => {
    let severity = 'UNKNOWN';
    const held: (() => void)[] = [];
    const sent: unknown[] = [];
    const { user } = await open(
      {},
      {
        issuePage: () => ({ project: { id: 'p', issue: { ...issue, severity } } }),
        issueSeverity: () => {
          const read = { project: { id: 'p', issue: { id: issue.id, severity } } };
          return new Promise((resolve) => {
            held.push(() => resolve(read));
          });
        },
        updateIssuableSeverity: ({ body }) => {
          const { variables } = body as { variables: { severity: string; valuesRead: { severity: string } } };
          sent.push([variables.valuesRead.severity, variables.severity]);
          ({ severity } = variables);
          return { issuableSetSeverity: { errors: [], issue: { id: issue.id, iid: '3', severity } } };
        },
      },
    );
    const choose = async (name: string): Promise<void> => {
      await user.click(await screen.findByRole('button', { name: 'Edit Severity' }));
      await user.click(await screen.findByRole('option', { name }));
    };
    const shown = (): string | undefined =>
      screen.getByText('Severity').closest('section')?.querySelector('[data-tone]')?.textContent;
    await choose('High');
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(held).toHaveLength(1));
    held[0]?.();
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(shown()).toBe('High');
    await choose('Low');
    await waitFor(() => expect(shown()).toBe('Low'));
    await waitFor(() =>
      expect(sent).toEqual([
        ['UNKNOWN', 'HIGH'],
        ['HIGH', 'LOW'],
      ]),
    );
  });

  test('is reverted where it could not be saved', async () => {
    const { user } = await open(
      { severity: 'LOW' },
      {
        updateIssuableSeverity: () => ({ issuableSetSeverity: { errors: [''], issue: null } }),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Edit Severity' }));
    await user.click(await screen.findByRole('option', { name: 'Critical' }));
    expect(await screen.findByText('Could not save the severity. It is unchanged.')).toBeVisible();
    expect(screen.getByText('Low')).toBeVisible();
  });

  test('TM-IC-02: is absent on an issue', async () => {
    await open({ type: 'ISSUE' });
    expect(await screen.findByText('Health status')).toBeVisible();
    expect(screen.queryByText('Severity')).toBeNull();
  });
});
