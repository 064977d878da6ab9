import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { refreshFields, saveAndShow, saveOptimistically } from './optimistic.ts';

interface Item {
  health: string;
  weight: number;
}
const queryKey = ['item'];

/** A page that shows an item, and a server whose responses are held until they are released. */
async function openItem() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const server: Item = { health: 'on track', weight: 1 };
  const held: (() => void)[] = [];
  const respond = <Value>(value: Value): Promise<Value> =>
    new Promise((resolve) => {
      held.push(() => resolve(value));
    });
  let isHeld = false;
  const observer = new QueryObserver<Item>(client, {
    queryKey,
    queryFn: () => (isHeld ? respond({ ...server }) : { ...server }),
  });
  const seen: (Item | undefined)[] = [];
  // As useQuery does.
  onTestFinished(observer.subscribe(notifyManager.batchCalls(() => void seen.push(observer.getCurrentResult().data))));
  await client.refetchQueries({ queryKey });
  await settle();
  isHeld = true;
  seen.length = 0;
  return {
    client,
    server,
    held,
    respond,
    seen,
    shown: () => client.getQueryData<Item>(queryKey),
    choose: (health: string, send: () => Promise<unknown>) =>
      saveOptimistically<Item>(client, queryKey, (item) => ({ ...item, health }), send),
  };
}

const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 5);
  });

test('a refetch that the server answered before the save keeps the chosen value, and brings the other fields', async () => {
  const { client, server, held, respond, seen, shown, choose } = await openItem();
  const saved = choose('at risk', () => respond(undefined));
  await settle();
  server.weight = 2;
  void client.invalidateQueries({ queryKey });
  await settle();
  held[1]?.();
  await settle();
  expect(shown()).toEqual({ health: 'at risk', weight: 2 });
  expect(seen.some((item) => item?.health === 'on track')).toBe(false);
  held[0]?.();
  await saved;
  expect(shown()).toEqual({ health: 'at risk', weight: 2 });
});

test('a failed save shows the latest value of the server', async () => {
  const { client, server, held, respond, shown, choose } = await openItem();
  const saved = choose('at risk', async () => {
    await respond(undefined);
    throw new Error('refused');
  });
  await settle();
  server.health = 'needs attention';
  void client.invalidateQueries({ queryKey });
  await settle();
  held[1]?.();
  await settle();
  held[0]?.();
  await expect(saved).rejects.toThrow('refused');
  expect(shown()).toEqual({ health: 'needs attention', weight: 1 });
});

test('two saves are sent one after another, also when the first fails', async () => {
  const { held, respond, shown, choose } = await openItem();
  const sent: string[] = [];
  const first = choose('at risk', async () => {
    sent.push('first');
    await respond(undefined);
    throw new Error('refused');
  });
  const second = choose('needs attention', async () => void sent.push('second'));
  await settle();
  expect(sent).toEqual(['first']);
  expect(shown()?.health).toBe('needs attention');
  held[0]?.();
  await expect(first).rejects.toThrow('refused');
  await second;
  expect(sent).toEqual(['first', 'second']);
});

test('when the first of two saves fails, the value of the second stays, and its failure brings back that of the server', async () => {
  const { held, respond, shown, choose } = await openItem();
  const first = choose('at risk', async () => {
    await respond(undefined);
    throw new Error('refused');
  });
  let fail: () => void = () => undefined;
  const refusal = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('refused, too'));
  });
  const second = choose('needs attention', () => refusal);
  await settle();
  held[0]?.();
  await expect(first).rejects.toThrow('refused');
  await settle();
  held[1]?.();
  await settle();
  expect(shown()?.health).toBe('needs attention');
  fail();
  await expect(second).rejects.toThrow('refused, too');
  expect(shown()?.health).toBe('on track');
});

test('fields that were read before or during a save are not shown', async () => {
  const { client, held, respond, shown, choose } = await openItem();
  const early = refreshFields<Item>(client, queryKey, () => respond({ health: 'on track' }));
  const saved = choose('at risk', () => respond(undefined));
  await settle();
  await refreshFields<Item>(client, queryKey, () => Promise.resolve({ health: 'on track' }));
  expect(shown()?.health).toBe('at risk');
  held[1]?.();
  await saved;
  held[0]?.();
  await early;
  expect(shown()?.health).toBe('at risk');
  await refreshFields<Item>(client, queryKey, () => Promise.resolve({ health: 'needs attention' }));
  expect(shown()?.health).toBe('needs attention');
});

test('the response to a save is shown, and an older one to a refetch or of single fields is not', async () => {
  const { client, held, respond, shown } = await openItem();
  void client.invalidateQueries({ queryKey });
  const early = refreshFields<Item>(client, queryKey, () => respond({ health: 'on track' }));
  await settle();
  const saved = saveAndShow<Item, Partial<Item>>(client, queryKey, () => respond({ health: 'at risk' }));
  await settle();
  expect(shown()?.health).toBe('on track');
  held[2]?.();
  expect(await saved).toEqual({ health: 'at risk' });
  held[0]?.();
  held[1]?.();
  await early;
  await settle();
  expect(shown()?.health).toBe('at risk');
});
