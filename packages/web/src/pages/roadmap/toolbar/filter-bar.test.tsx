import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSession } from '../../../platform/session/session.ts';
import { searchEmoji } from '../../../modules/reactions/emoji.ts';
import { type Answers, openRoadmap } from '../../../testing/roadmap-page.tsx';

vi.mock('../../../modules/reactions/emoji.ts', { spy: true });

const ada = { id: 1, username: 'ada', name: 'Ada Okafor', avatarUrl: null, isAdmin: false };
const group = {
  id: 'gid://gitlab/Group/1',
  name: 'Kubernetes',
  fullName: 'Kubernetes',
  fullPath: 'kubernetes',
  avatarUrl: null,
};
const label = (title: string, color = '#0f559f') => ({ id: title, title, color });
const labels = [label('stage::alpha', '#9e5400'), label('stage::beta'), label('sig::node'), label('good first issue')];
const people = [
  { id: '1', name: 'Ada Okafor', username: 'ada', avatarUrl: null },
  { id: '2', name: 'Bo Lind', username: 'bo', avatarUrl: 'https://img.example/bo.png' },
];

const answers: Answers = {
  filterLabels: ({ searchTerm, title }) => ({
    group: {
      id: group.id,
      labels: {
        nodes: labels.filter((one) => (title ? one.title === title : one.title.includes(sent(searchTerm)))),
      },
    },
  }),
  usersAutocomplete: ({ search }) => ({
    group: { id: group.id, autocompleteUsers: people.filter(({ username }) => username.includes(sent(search))) },
  }),
  filterMilestones: ({ searchTitle }) => ({
    group: {
      id: group.id,
      milestones: {
        nodes: ['v1.34', 'v1.35']
          .filter((title) => title.includes(sent(searchTitle)))
          .map((title) => ({ id: title, title, startDate: '2025-05-19T00:00:00Z', dueDate: '2025-08-27T00:00:00Z' })),
      },
    },
  }),
  searchEpics: () => ({
    group: {
      id: group.id,
      epics: { nodes: [{ id: 'e', iid: '12', title: 'Swap', group: { id: 'g', fullPath: 'kubernetes' } }] },
    },
  }),
  searchEpicsBelow: () => ({
    group: {
      id: group.id,
      epics: {
        nodes: [
          { id: 'e', iid: '12', title: 'Swap', group: { id: 'g', fullPath: 'kubernetes' } },
          { id: 'f', iid: '3', title: 'Swap limits', group: { id: 'n', fullPath: 'kubernetes/sig-node' } },
        ],
      },
    },
  }),
  epicOfFilter: ({ iid, fullPath }) => ({
    group: { id: group.id, epic: { id: 'e', iid, title: 'Swap', group: { id: 'g', fullPath } } },
  }),
  filterGroups: () => ({
    group: {
      ...group,
      descendantGroups: {
        nodes: [
          { ...group, id: '2', name: 'sig-node', fullName: 'Kubernetes / sig-node', fullPath: 'kubernetes/sig-node' },
        ],
      },
    },
  }),
  groupOfFilter: () => ({ group: { ...group, name: 'sig-node' } }),
};

beforeEach(() => setSession({ viewer: ada }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  setSession({});
});

/** A search text that the page sent, or none. */
const sent = (value: unknown): string => (typeof value === 'string' ? value : '');
const fail = () => {
  throw new Error('broken');
};
const field = () => screen.getByRole('combobox', { name: 'Search epics' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const tokens = () => [...document.querySelectorAll('[data-body]')].map((token) => token.getAttribute('aria-label'));

async function openBar(search = '', given: Answers = {}, before?: () => void) {
  const page = openRoadmap({ ...answers, ...given }, search, before);
  await screen.findByRole('rowgroup');
  return { ...page, type: (keys: string) => page.user.type(field(), keys) };
}

describe('kinds', () => {
  test('RM-FB-08: an anonymous visitor is offered all but people and reactions', async () => {
    setSession({});
    const { type } = await openBar();
    await type('{ArrowDown}');
    await waitFor(() =>
      expect(options()).toEqual([
        'Label~',
        'Milestone%',
        'Epic&',
        'Group',
        'Confidential',
        'Risk',
        'Status',
        'Health status',
        'Signal',
        'Progress',
        'Color',
      ]),
    );
  });

  test('RM-FB-05 and RM-FB-06: a signed-in user is also offered authors and reactions', async () => {
    const { type } = await openBar();
    await type('{ArrowDown}');
    await waitFor(() =>
      expect(options()).toEqual([
        'Author@',
        'Label~',
        'Milestone%',
        'Epic&',
        'My reaction',
        'Group',
        'Confidential',
        'Risk',
        'Status',
        'Assignee',
        'Health status',
        'Signal',
        'Progress',
        'Color',
      ]),
    );
  });

  test('DP-IN-19: no token of the roadmap takes a date: dates are picked in forms', async () => {
    const { type } = await openBar();
    await type('date');
    await waitFor(() => expect(options()).toEqual(['Search for date']));
  });

  test.each([
    ['Author', ['is=', 'is not!=', 'is one of||']],
    ['Label', ['is=', 'is not!=', 'is one of||']],
    ['My reaction', ['is=', 'is not!=']],
    ['Risk', ['is=', 'is not!=', 'is one of||']],
  ])('RM-FB-10: %s has a choice of operators', async (kind, expected) => {
    const { type, user } = await openBar();
    await type('{ArrowDown}');
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${kind}`) }));
    await waitFor(() => expect(options()).toEqual(expected));
  });

  test.each(['Milestone', 'Epic', 'Group', 'Confidential'])('RM-FB-10: %s only offers "is"', async (kind) => {
    const { type, user } = await openBar();
    await type('{ArrowDown}');
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${kind}`) }));
    expect(await screen.findByRole('listbox', { name: `${kind} is` })).toBeTruthy();
  });
});

describe('values', () => {
  test('a label by its symbol: suggested while typing, chosen with Enter, written to the URL and cleared from the field', async () => {
    const page = await openBar();
    const length = page.history.length;
    await page.type('~sta');
    const variables = { fullPath: 'kubernetes', isProject: false, searchTerm: 'sta' };
    await waitFor(() => expect(page.askedFor('filterLabels').at(-1)?.variables).toEqual(variables));
    await waitFor(() => expect(options()).toEqual(['stage::alpha', 'stage::beta']));
    await page.user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(page.search().getAll('label_name[]')).toEqual(['stage::beta']));
    expect(tokens()).toEqual(['Label is ~stage::beta']);
    expect(field()).toHaveValue('');
    expect(page.history.length).toBe(length);
  });

  test('typed text is requested after a debounce, and never twice', async () => {
    const page = await openBar();
    await page.type('~stage');
    const terms = () => page.askedFor('filterLabels').map(({ variables }) => variables['searchTerm']);
    await waitFor(() => expect(terms().filter((term) => term === 'stage')).toHaveLength(1));
    await waitFor(() => expect(options()).toHaveLength(2));
    expect(terms()).not.toContain('sta');
    await page.user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}');
    await waitFor(() => expect(options()).toHaveLength(6));
    await page.type('stage');
    await waitFor(() => expect(options()).toHaveLength(2));
    expect(terms().filter((term) => term === 'stage')).toHaveLength(1);
  });

  test('Enter chooses what the typed text matches, not a result of an earlier text', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const label = (title: string) => ({ id: title, title, color: '#123456', textColor: '#FFFFFF', description: '' });
    const page = await openBar('', {
      filterLabels: async (variables) => {
        const isWhole = variables['searchTerm'] === 'back';
        if (isWhole) await released;
        const nodes = isWhole ? [label('back'), label('backend')] : [label('backend')];
        return { group: { id: group.id, labels: { nodes } } };
      },
    });
    await page.type('~ba');
    await screen.findByRole('option', { name: 'backend' });
    await page.type('ck{Enter}');
    release();
    await waitFor(() => expect(page.search().getAll('label_name[]')).toEqual(['back']));
  });

  test('RM-FB-07: the current user is offered before any response', async () => {
    const { type } = await openBar('', { usersAutocomplete: () => new Promise(() => undefined) });
    await type('@');
    const option = await screen.findByRole('option');
    expect(option).toHaveAccessibleName('Ada Okafor @ada');
    expect(screen.getByText('Loading suggestions', { selector: 'p' })).toBeTruthy();
  });

  test('FS-TK-12 and FS-TK-13: people come from the group, with avatars of 32 px, and of 16 px in the token', async () => {
    const page = await openBar('?author_username=bo');
    const token = await screen.findByRole('button', { name: 'Author is @bo' });
    await waitFor(() => expect(token.querySelector('img')).toHaveAttribute('width', '16'));
    await page.type('@b');
    const option = await screen.findByRole('option', { name: /Bo Lind/ });
    expect(option.querySelector('img')).toHaveAttribute('width', '32');
    const variables = { fullPath: 'kubernetes', isProject: false, search: 'b' };
    await waitFor(() => expect(page.askedFor('usersAutocomplete').at(-1)?.variables).toEqual(variables));
  });

  test('FS-TK-11 and LM-RM-10: groups by full path and text, with up to a hundred descendants', async () => {
    const page = await openBar();
    await page.type('{ArrowDown}');
    await page.user.click(await screen.findByRole('option', { name: 'Group' }));
    await waitFor(() =>
      expect(options()).toEqual(
        ['Kuberneteskubernetes', 'Kubernetes / sig-nodekubernetes/sig-node'].map((text) =>
          expect.stringContaining(text),
        ),
      ),
    );
    expect(page.askedFor('filterGroups')[0]?.variables).toEqual({ fullPath: 'kubernetes', search: '', first: 100 });
    await page.type('sig');
    await page.user.click(await screen.findByRole('option', { name: /sig-node/ }));
    await waitFor(() => expect(page.search().get('group_path')).toBe('kubernetes/sig-node'));
  });

  test('an epic is written to the URL with its group, and requested by its number', async () => {
    const page = await openBar();
    await page.type('&swap');
    const variables = { fullPath: 'kubernetes', search: 'swap', state: 'all' };
    await waitFor(() => expect(page.askedFor('searchEpics').at(-1)?.variables).toEqual(variables));
    await waitFor(() => expect(options()).toEqual(['Swapkubernetes&12', 'Swap limitskubernetes/sig-node&3']));
    await page.user.click(screen.getByRole('option', { name: /Swap.*12/ }));
    await waitFor(() => expect(page.search().get('epic_iid')).toBe('kubernetes::&12'));
    await waitFor(() => expect(page.askedFor('roadmapGroupEpicsWithColor').at(-1)?.variables['iid']).toBe('12'));
    expect(await screen.findByText('&12 Swap')).toBeTruthy();
  });

  test('"is one of" collects values until Escape', async () => {
    const page = await openBar();
    await page.type('{ArrowDown}');
    await page.user.click(await screen.findByRole('option', { name: /^Label/ }));
    await page.user.click(await screen.findByRole('option', { name: /is one of/ }));
    await page.user.click(await screen.findByRole('option', { name: /sig::node/ }));
    await page.user.click(await screen.findByRole('option', { name: /stage::beta/ }));
    await waitFor(() => expect(page.search().getAll('or[label_name][]')).toEqual(['sig::node', 'stage::beta']));
    expect(screen.getByRole('option', { name: /sig::node/ })).toHaveAttribute('aria-selected', 'true');
    await page.user.keyboard('{Escape}');
    expect(tokens()).toEqual(['Label is one of ~sig::node, ~stage::beta']);
  });

  test('the risk is one of its values, and is written to the URL', async () => {
    const page = await openBar();
    await page.type('ris');
    await page.user.click(await screen.findByRole('option', { name: 'Risk' }));
    await page.user.click(await screen.findByRole('option', { name: /^is=?$/ }));
    await waitFor(() => expect(options()).toEqual(['None', 'Low', 'Medium', 'High']));
    await page.user.click(screen.getByRole('option', { name: 'High' }));
    await waitFor(() => expect(page.search().get('risk')).toBe('high'));
    expect(tokens()).toEqual(['Risk is High']);
  });

  test('None and Any are offered with "is" only', async () => {
    const page = await openBar();
    await page.type('%');
    await waitFor(() => expect(options().slice(0, 4)).toEqual(['None', 'Any', 'Upcoming', 'Started']));
    await waitFor(() => expect(screen.getByRole('option', { selected: true })).toHaveTextContent('v1.34'));
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('May 19 – Aug 27, 2025');
    await page.type('no');
    await waitFor(() => expect(options()).toEqual(['None']));
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(page.search().get('milestone_title')).toBe('None'));
    expect(tokens()).toEqual(['Milestone is None']);
  });

  test('confidential is yes or no, without a server request', async () => {
    const page = await openBar();
    await page.type('conf');
    await page.user.click(await screen.findByRole('option', { name: 'Confidential' }));
    await waitFor(() => expect(options()).toEqual(['Yes', 'No']));
    await page.user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(page.search().get('confidential')).toBe('false'));
    expect(tokens()).toEqual(['Confidential is No']);
  });

  test('reactions are suggested by emoji name', async () => {
    const page = await openBar();
    await page.type('reaction');
    await page.user.click(await screen.findByRole('option', { name: 'My reaction' }));
    await page.user.click(await screen.findByRole('option', { name: /^is=?$/ }));
    await screen.findByRole('option', { name: /:heart:/ });
    await page.type('rock');
    await page.user.click(await screen.findByRole('option', { name: /:rocket:/ }));
    await waitFor(() => expect(page.search().get('my_reaction_emoji')).toBe('rocket'));
    expect(await screen.findByText('🚀')).toBeTruthy();
  });

  test('the number of suggestions is announced, also when there are none', async () => {
    const { type } = await openBar();
    await type('~sta');
    const status = within(screen.getByRole('search', { name: 'Filter epics' })).getByRole('status');
    await waitFor(() => expect(status).toHaveTextContent('2 suggestions'));
    await type('x');
    await waitFor(() => expect(status).toHaveTextContent('No suggestions found'));
    expect(screen.getByText('No suggestions found', { selector: 'p' })).toBeTruthy();
  });

  test('a value that is not suggested can be used as typed', async () => {
    const page = await openBar();
    await page.type('~"of old"');
    await screen.findByText('No suggestions found', { selector: 'p' });
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(page.search().getAll('label_name[]')).toEqual(['of old']));
  });
});

describe('failures', () => {
  const failing: [string, string, string, Answers][] = [
    ['ER-RM-06', '&x', 'There was a problem fetching epics', { searchEpics: fail }],
    ['ER-RM-07', '@x', 'There was a problem fetching users.', { usersAutocomplete: fail }],
    ['ER-RM-08', '~x', 'There was a problem fetching labels.', { filterLabels: fail }],
    ['ER-RM-09 and ER-RM-10', '~', 'There was a problem fetching latest labels.', { filterLabels: fail }],
  ];
  test.each(failing)('%s: typing "%s" shows "%s"', async (_row, keys, sentence, given) => {
    const { type } = await openBar('', given);
    await type(keys);
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(alert).toHaveTextContent(new RegExp(`^${sentence.replace('.', String.raw`\.`)}$`)));
  });

  test('ER-IS-23: groups', async () => {
    const { type, user } = await openBar('', { filterGroups: fail });
    await type('{ArrowDown}');
    await user.click(await screen.findByRole('option', { name: 'Group' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('There was a problem fetching groups.');
  });

  test('ER-EP-30: emoji', async () => {
    vi.mocked(searchEmoji).mockRejectedValueOnce(new Error('offline'));
    const { type, user } = await openBar();
    await type('reaction');
    await user.click(await screen.findByRole('option', { name: 'My reaction' }));
    await user.click(await screen.findByRole('option', { name: /^is=?$/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('There was a problem fetching emoji.');
  });
});

describe('text', () => {
  test('FS-TK-07, FS-TK-08 and FS-TK-09: a text with spaces is shown in quotes, and searched for without them', async () => {
    const page = await openBar();
    await page.type('"swap space"{Enter}');
    await waitFor(() => expect(page.search().get('search')).toBe('swap space'));
    expect(tokens()).toEqual(['"swap space"']);
    await page.user.click(screen.getByRole('button', { name: '"swap space"' }));
    expect(field()).toHaveValue('"swap space"');
    await page.user.keyboard('{Backspace} left"{Enter}');
    await waitFor(() => expect(page.search().get('search')).toBe('swap space left'));
    expect(tokens()).toEqual(['"swap space left"']);
  });

  test('the first option is to search for the typed text', async () => {
    const page = await openBar();
    await page.type('label');
    await waitFor(() => expect(options()).toEqual(['Search for label', 'Label~']));
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(page.search().get('search')).toBe('label'));
  });
});

describe('tokens', () => {
  test('all tokens of a URL are shown, however it was made', async () => {
    await openBar(
      '?author_username=bo&not[author_username]=ada&or[author_username]=bo&label_name[]=gone&milestone_title=v1&epic_iid=kubernetes::%2612' +
        '&group_path=kubernetes/sig-node&confidential=true&my_reaction_emoji=heart&custom-field[7]=3&search=swap%20space',
    );
    expect(tokens()).toEqual([
      'Author is @bo',
      'Author is not @ada',
      'Author is one of @bo',
      'Label is ~gone',
      'Milestone is %v1',
      'Epic is &kubernetes::&12',
      'My reaction is heart',
      'Group is kubernetes/sig-node',
      'Confidential is Yes',
      'custom-field[7] is 3',
      '"swap space"',
    ]);
  });

  test('the color of a label is loaded', async () => {
    await openBar('?label_name[]=stage::beta');
    const token = await screen.findByRole('button', { name: 'Label is ~stage::beta' });
    await waitFor(() => expect(token.querySelector('i')?.style.getPropertyValue('--label')).toBe('#0f559f'));
  });

  test('the arrow keys move from the field into the tokens; Backspace removes, Enter edits, Escape returns', async () => {
    const page = await openBar('?label_name[]=stage::beta&search=swap&confidential=true');
    const [labelName, confidential, swap] = ['Label is ~stage::beta', 'Confidential is Yes', 'swap'];
    await page.type('{ArrowLeft}');
    expect(screen.getByRole('button', { name: swap })).toHaveFocus();
    await page.user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('button', { name: labelName })).toHaveFocus();
    await page.user.keyboard('{ArrowRight}{Backspace}');
    await waitFor(() => expect(page.search().get('confidential')).toBeNull());
    expect(screen.queryByRole('button', { name: confidential })).toBeNull();
    await page.user.keyboard('{ArrowLeft}{Enter}');
    expect(field()).toHaveFocus();
    await page.user.click(await screen.findByRole('option', { name: /sig::node/ }));
    await waitFor(() => expect(page.search().getAll('label_name[]')).toEqual(['sig::node']));
    expect(tokens()).toEqual(['Label is ~sig::node', swap]);
    await page.user.keyboard('{ArrowLeft}{Escape}');
    expect(field()).toHaveFocus();
  });

  test('Backspace in the empty field steps back through the draft token, and then to the last one', async () => {
    const page = await openBar('?search=swap');
    await page.type('~');
    expect(await screen.findByRole('listbox', { name: 'Label is' })).toBeTruthy();
    await page.user.keyboard('{Backspace}{Backspace}');
    expect(await screen.findByRole('listbox', { name: 'Label' })).toBeTruthy();
    await page.user.keyboard('{Backspace}{Backspace}');
    expect(screen.getByRole('button', { name: 'swap' })).toHaveFocus();
  });

  test('FS-TK-05: duplicate conditions are merged', async () => {
    const page = await openBar('?label_name[]=stage::beta&label_name[]=stage::beta');
    await page.type('~stage::beta');
    await waitFor(() => expect(options()).toEqual(['stage::beta']));
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(field()).toHaveValue(''));
    expect(tokens()).toEqual(['Label is ~stage::beta']);
  });

  test('new tokens are appended, and existing ones keep their positions', async () => {
    const page = await openBar('?search=swap');
    await page.type('@bo');
    await page.user.click(await screen.findByRole('option', { name: /Bo Lind/ }));
    await waitFor(() => expect(tokens()).toEqual(['swap', 'Author is @bo']));
  });

  test('Escape closes the list, then discards the draft token', async () => {
    const page = await openBar();
    await page.type('~sta');
    await screen.findByRole('listbox');
    await page.user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field()).toHaveValue('~sta');
    await page.user.keyboard('{Escape}');
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
  });
});

describe('recent searches', () => {
  const key = 'kubernetes-epics-recent-searches';
  const menu = async (page: Awaited<ReturnType<typeof openBar>>) => {
    await page.user.click(screen.getByRole('button', { name: 'Recent searches' }));
    return screen.findByRole('menu', { name: 'Recent searches' });
  };

  test('FS-TK-02 and FS-RS-08: a recent search can be repeated', async () => {
    const page = await openBar();
    await page.type('swap{Enter}');
    await page.type('~sig{ArrowDown}');
    await waitFor(() => expect(options()).toEqual(['sig::node']));
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(page.search().getAll('label_name[]')).toEqual(['sig::node']));
    await page.user.click(screen.getByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(page.search().get('search')).toBeNull());
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toHaveLength(1);
    await menu(page);
    await page.user.click(screen.getByRole('menuitem', { name: /swap/ }));
    await waitFor(() => expect(page.search().get('search')).toBe('swap'));
    expect(page.search().getAll('label_name[]')).toEqual(['sig::node']);
    expect(tokens()).toEqual(['swap', 'Label is ~sig::node']);
  });

  test('FS-RS-03, FS-RS-04, FS-RS-06 and FS-RS-07: five are kept per group, the latest first', async () => {
    const page = await openBar();
    for (const word of ['one', 'two', 'three', 'four', 'five', 'six']) {
      await page.type(`${word}{Enter}`);
      await waitFor(() => expect(page.search().get('search')).toBe(word));
      await page.user.click(screen.getByRole('button', { name: 'Clear all filters' }));
      await waitFor(() => expect(page.search().get('search')).toBeNull());
    }
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toHaveLength(5);
    const items = within(await menu(page)).getAllByRole('menuitem');
    expect(items.slice(0, 5).map(({ textContent }) => textContent)).toEqual(['six', 'five', 'four', 'three', 'two']);
  });

  test('they can be cleared', async () => {
    const page = await openBar();
    await page.type('swap{Enter}');
    await waitFor(() => expect(localStorage.getItem(key)).not.toBeNull());
    await menu(page);
    await page.user.click(screen.getByRole('menuitem', { name: 'Clear recent searches' }));
    expect(localStorage.getItem(key)).toBeNull();
    expect(within(await menu(page)).getByRole('menuitem', { name: 'No recent searches yet' })).toBeTruthy();
  });

  test('ER-IS-21: unreadable recent searches are reported', async () => {
    await openBar('', {}, () => localStorage.setItem(key, '{'));
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred while parsing recent searches');
  });

  test('ER-IS-22: without browser storage searches are kept while the page is open, without a message', async () => {
    const refuse = () => {
      throw new DOMException('no storage', 'SecurityError');
    };
    const spies = (['getItem', 'setItem', 'removeItem'] as const).map((name) =>
      vi.spyOn(Storage.prototype, name).mockImplementation(refuse),
    );
    const page = await openBar();
    expect(screen.queryByRole('alert')).toBeNull();
    await page.type('swap{Enter}');
    expect(within(await menu(page)).getByRole('menuitem', { name: 'swap' })).toBeTruthy();
    for (const spy of spies) spy.mockRestore();
  });
});

test('TM-LB-09: a filter by a deleted label says so and can be removed', async () => {
  const page = await openBar('?label_name[]=gone&label_name[]=sig::node');
  expect(await screen.findByText('Deleted label “gone”')).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: /^Remove filter .*gone/ }));
  await waitFor(() => expect(screen.queryByText('Deleted label “gone”')).toBeNull());
  expect(screen.getByRole('button', { name: /^Remove filter .*sig::node/ })).toBeVisible();
});

describe('sorting', () => {
  test('FS-TK-01: the bar offers sorting', async () => {
    const page = await openBar();
    await page.user.click(screen.getByRole('button', { name: 'Group by: None' }));
    expect(await screen.findByText('Sort by')).toBeVisible();
    expect(screen.getByRole('menuitemradio', { name: 'Start date' })).toHaveAttribute('aria-checked', 'true');
  });
});
