import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status, type Answer } from '../../testing/page.tsx';
import { AssistantSettingsPage } from './AssistantSettingsPage.tsx';
import { AssistantUsagePage } from './AssistantUsagePage.tsx';
import { marks } from './marked.ts';
import { MarkedAreas } from './MarkedAreas.tsx';

const viewer = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false };
beforeEach(() => setSession({ viewer, csrfToken: 'secret', hasAssistant: true }));
afterEach(() => vi.unstubAllGlobals());

const assistant = {
  duo_availability: 'default_on',
  experiment_features_enabled: false,
  model_prompt_cache_enabled: false,
  duo_core_features_enabled: true,
  locked_by: null as string | null,
  model: 'planner-1' as string | null,
  early_access_url: null as string | null,
  contact_url: null as string | null,
};
const settings = {
  id: 7,
  kind: 'group',
  name: 'Plan',
  full_path: 'plan',
  parent: null as object | null,
  transferring: false,
  permissions: { update: true },
  features: [],
  counts: {},
};
const READ = 'GET /groups/plan/-/settings.json';
const page = <AssistantSettingsPage address={{ page: 'groupAssistant', fullPath: 'plan' }} />;

const open = (answers: Record<string, Answer> = {}, change: Partial<typeof assistant> = {}, of: object = {}) => {
  const asked = fakeServer({
    [READ]: () => ({ ...settings, ...of, assistant: { ...assistant, ...change } }),
    'GET /api/v4/groups/plan/ai/usage': () => [],
    'PUT /api/v4/groups/7': () => ({ full_path: 'plan' }),
    ...answers,
  });
  return renderAt('/groups/plan/-/settings/assistant', page).then((opened) => ({ ...opened, asked }));
};
const payload = (asked: readonly { method: string; body: unknown }[]) =>
  asked.find(({ method }) => method === 'PUT')?.body;

describe('the settings of the assistant', () => {
  test('AI-ST-02, AI-ST-03, AI-ST-04, AI-ST-09: saving sends the payload, redirects to the path of the mark and says so', async () => {
    const { user, asked, address } = await open();
    await user.click(await screen.findByRole('radio', { name: /Off by default/ }));
    await user.click(screen.getByRole('checkbox', { name: /Suggestions/ }));
    await user.click(screen.getByRole('checkbox', { name: /Prompt cache/ }));
    await user.click(screen.getByRole('checkbox', { name: /Questions, summaries and drafts/ }));
    expect(document.getElementById(marks.settings)?.dataset['redirectPath']).toBe('/groups/plan/-/edit');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Group was successfully updated.')).toBeVisible();
    expect(address()).toBe('/groups/plan/-/edit');
    expect(payload(asked)).toEqual({
      duo_availability: 'default_off',
      experiment_features_enabled: true,
      model_prompt_cache_enabled: true,
      duo_core_features_enabled: false,
    });
  });

  test('AI-ST-10: the core features are sent neither from the general settings nor without a model', async () => {
    const { user, asked } = await open({}, { model: null });
    await user.click(await screen.findByRole('radio', { name: /Always off/ }));
    expect(screen.queryByRole('checkbox', { name: /Questions/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(payload(asked)).toBeDefined());
    expect(payload(asked)).not.toHaveProperty('duo_core_features_enabled');
    expect(payload(asked)).toHaveProperty('experiment_features_enabled');
  });

  test('AI-ST-10: on the general settings page the area has no core features', async () => {
    const asked = fakeServer({ 'PUT /api/v4/groups/7': () => ({ full_path: 'plan' }) });
    const whole = { ...settings, assistant } as never;
    const { user } = await renderAt(
      '/groups/plan/-/edit',
      <>
        <div id={marks.settings} data-redirect-path="/groups/plan" />
        <MarkedAreas settings={whole} onGeneralSettingsPage />
      </>,
    );
    await user.click(await screen.findByRole('checkbox', { name: /Suggestions/ }));
    expect(screen.queryByRole('checkbox', { name: /Questions/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(payload(asked)).toBeDefined());
    expect(payload(asked)).not.toHaveProperty('duo_core_features_enabled');
  });

  test('AI-ST-01, AI-ST-05, AI-ST-07, AI-ST-08, AI-ST-13: banner, cloud area and hand-raise appear where they are configured', async () => {
    const { user } = await open(
      {},
      { model: null, early_access_url: 'https://example.com/early', contact_url: 'mailto:help@example.com' },
    );
    expect(await screen.findByRole('link', { name: 'Read about early access' })).toHaveAttribute(
      'href',
      'https://example.com/early',
    );
    expect(await screen.findByRole('heading', { name: 'Model server' })).toBeVisible();
    expect(screen.getByText(/No model server is configured/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Request the assistant' }));
    const dialog = await screen.findByRole('dialog', { name: 'Request the assistant' });
    expect(dialog.closest(`#${marks.handRaiseModal}`)).not.toBeNull();
    expect(screen.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', 'mailto:help@example.com');
  });

  test('AI-ST-01, AI-ST-07, AI-ST-08: nothing of them is there otherwise', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Model server' });
    expect(screen.getByText('planner-1')).toBeVisible();
    expect(screen.queryByText(/early access/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Request the assistant' })).toBeNull();
    expect(document.getElementById(marks.handRaiseTrigger)).toBeNull();
    expect(document.getElementById(marks.handRaiseModal)).toBeNull();
  });

  test('AI-ST-06: a missing mark leaves the rest of the page working', async () => {
    fakeServer({});
    await renderAt(
      '/',
      <>
        <div id={marks.cloud} />
        <MarkedAreas settings={{ ...settings, assistant } as never} onGeneralSettingsPage={false} />
      </>,
    );
    expect(await screen.findByRole('heading', { name: 'Model server' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  });

  test('OG-AI-02: what a group above set is shown and disabled', async () => {
    await open(
      {},
      { duo_availability: 'never_on', locked_by: 'Top' },
      { parent: { id: 1, full_path: 'top', visibility: 'public' } },
    );
    expect(await screen.findByText('Set by Top.')).toBeVisible();
    for (const choice of screen.getAllByRole('radio')) expect(choice).toBeDisabled();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('ER-AI-01: settings that cannot be read', async () => {
    await open({ [READ]: () => new Status(500) });
    expect(
      await screen.findByText('An error occurred while retrieving your settings. Reload the page to try again.'),
    ).toBeVisible();
  });

  test('ER-AI-02: a failed save keeps the choices', async () => {
    const { user } = await open({ 'PUT /api/v4/groups/7': () => new Status(500) });
    await user.click(await screen.findByRole('radio', { name: /Always off/ }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(/Could not save the settings of the assistant/)).toBeVisible();
    expect(screen.getByRole('radio', { name: /Always off/ })).toBeChecked();
  });

  test('OG-AI-09: the page has the usage log and its CSV', async () => {
    const call = {
      id: 1,
      created_at: '2026-01-01T10:00:00Z',
      user: { username: 'ada', name: 'Ada' },
      namespace_path: 'plan/app',
      feature: 'summary',
      model: 'planner-1',
      tokens_in: 1200,
      tokens_out: 80,
      duration_ms: 2300,
      result: 'ok',
    };
    await open({ 'GET /api/v4/groups/plan/ai/usage': () => [call] });
    const row = await screen.findByRole('row', { name: /plan\/app/ });
    expect(row).toHaveTextContent('1,200 / 80');
    expect(row).toHaveTextContent('2.3 s');
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  });
});

test('without a model the usage of the installation says how to configure one', async () => {
  setSession({ viewer: { ...viewer, isAdmin: true }, csrfToken: 'secret', hasAssistant: false });
  fakeServer({ 'GET /api/v4/ai/usage': () => [] });
  await renderAt('/admin/assistant', <AssistantUsagePage />);
  expect(await screen.findByText(/^No model server is configured\. Set MILEPOST_AI_URL/)).toBeVisible();
});
