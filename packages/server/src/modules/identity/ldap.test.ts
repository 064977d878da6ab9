import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { dnOf, LDAP_PASSWORD, LIMITED_READER, missingDirectory, PEOPLE } from '../../testing/identity/directory.ts';
import { test } from '../../testing/identity/ldap.ts';
import { verifyEntry } from './commands/ldap/directory.ts';
import { syncUsers } from './commands/ldap/sync.ts';

const WRONG = { status: 401, body: { code: 'WRONG_PASSWORD' } };
const UNAVAILABLE = { status: 503, body: { message: 'The directory is unavailable. Try again later.' } };

describe.skipIf(missingDirectory)(
  `sign-in through a directory${missingDirectory ? ` (${missingDirectory})` : ''}`,
  () => {
    test('OG-LD-02: binds as the entry of the username; nobody, several and a wrong password get the same answer', async ({
      browser,
      person,
      enter,
      whoIs,
      configure,
      directory,
    }) => {
      const uid = await person();
      const own = browser();
      expect((await enter(own, uid)).status).toBe(200);
      expect(await whoIs(own)).toBe(uid);
      expect((await own.send('GET', '/api/v4/user')).body).toMatchObject({
        name: `Person ${uid}`,
        email: `${uid}@ldap.test`,
      });
      // Signs in to the same account, also with other letters.
      const again = browser();
      await enter(again, uid.toUpperCase());
      expect(await whoIs(again)).toBe(uid);
      const wrong = await enter(browser(), uid, 'wrong');
      expect(wrong).toMatchObject(WRONG);
      expect((await enter(browser(), 'nobody-there')).body).toEqual(wrong.body);
      // An anonymous bind would succeed with an empty password.
      expect((await enter(browser(), uid, '')).body).toEqual(wrong.body);
      configure({ userFilter: '(|(uid={username})(sn=shared))' });
      await directory.addPerson('twin1', { sn: 'shared' });
      await directory.addPerson('twin2', { sn: 'shared' });
      expect((await enter(browser(), 'twin1')).body).toEqual(wrong.body);
    });

    test('OG-LD-03: special characters of filters are literal', async ({
      browser,
      person,
      enter,
      whoIs,
      directory,
      configure,
    }) => {
      await person();
      for (const username of ['*', '*)(uid=*', '*)(|(uid=*', 'member1)(objectClass=*', 'mem*', '\\2a', '(', ')', '\\'])
        expect({ username, ...(await enter(browser(), username)) }).toMatchObject({ username, ...WRONG });
      // The API refuses NUL before; the search escapes it.
      expect((await enter(browser(), 'member1\u0000')).status).toBe(400);
      expect(await verifyEntry(configure(), 'member1\u0000', LDAP_PASSWORD)).toBeNull();
      await directory.addPerson('odd*)(uid=*', { mail: 'odd@ldap.test' });
      const own = browser();
      expect((await enter(own, 'odd*)(uid=*')).status).toBe(200);
      expect(await whoIs(own)).toBe('odd-uid');
    });

    test('OG-LD-01: connections with StartTLS and ldaps verify the certificate before any bind', async ({
      browser,
      person,
      enter,
      configure,
      directory,
    }) => {
      const uid = await person();
      const caFile = join(directory.folder, 'certificate.pem');
      const plain = `ldap://localhost:${directory.port}`;
      const tls = `ldaps://localhost:${directory.tlsPort}`;
      for (const more of [
        { url: plain, startTls: true, caFile },
        { url: tls, caFile },
      ]) {
        configure(more);
        expect((await enter(browser(), uid)).status).toBe(200);
        configure({ ...more, caFile: null });
        expect(await enter(browser(), uid)).toMatchObject(UNAVAILABLE);
      }
    });

    test('OG-LD-04, OG-ER-03: a directory that does not answer blocks nothing else, and no account', async ({
      browser,
      newcomer,
      person,
      enter,
      configure,
      directory,
    }) => {
      const uid = await person();
      const hanging = createServer(() => {});
      await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
      configure({ url: `ldap://127.0.0.1:${(hanging.address() as AddressInfo).port}` });
      const attempts = Array.from({ length: 100 }, (_, index) => enter(browser(), `${uid}-${index}`));
      expect((await browser().signIn(newcomer.username)).status).toBe(200);
      for (const answer of await Promise.all(attempts)) expect(answer).toMatchObject(UNAVAILABLE);
      hanging.close();
      configure();
      await directory.halt();
      for (let attempt = 0; attempt < 10; attempt += 1) expect(await enter(browser(), uid)).toMatchObject(UNAVAILABLE);
      await directory.resume();
      expect((await enter(browser(), uid)).status).toBe(200);
    });

    test('an account is created only if allowed, and the address of another account is not taken over', async ({
      browser,
      person,
      enter,
      configure,
      newcomer,
      whoIs,
    }) => {
      const uid = await person({ mail: newcomer.email });
      expect(await enter(browser(), uid)).toMatchObject({
        status: 403,
        body: {
          message: 'An account with your email address exists. Sign in to it, then link Directory in your profile.',
        },
      });
      configure({ trustsEmail: true });
      const own = browser();
      await enter(own, uid);
      expect(await whoIs(own)).toBe(newcomer.username);
      configure({ createsAccounts: false });
      expect(await enter(browser(), await person())).toMatchObject({ status: 403, body: { code: 'NO_ACCOUNT' } });
    });

    test('OG-OI-11: an account of the directory is linked with its password, and unlinked', async ({
      signedIn,
      newcomer,
      browser,
      person,
      enter,
      whoIs,
    }) => {
      const uid = await person();
      const link = (password: string) => signedIn.send('POST', '/-/identities/ldap', { username: uid, password });
      expect(await link('wrong')).toMatchObject(WRONG);
      expect((await link(LDAP_PASSWORD)).status).toBe(204);
      const own = browser();
      await enter(own, uid);
      expect(await whoIs(own)).toBe(newcomer.username);
      const { identities } = (await signedIn.send<{ identities: { id: number }[] }>('GET', '/-/identities')).body;
      expect((await signedIn.send('DELETE', `/-/identities/${identities[0]?.id}`)).status).toBe(204);
    });

    test('OG-2F-12: the second factor of an account is asked for after the directory', async ({
      signedIn,
      browser,
      person,
      enter,
      whoIs,
    }) => {
      const uid = await person();
      await signedIn.send('POST', '/-/identities/ldap', { username: uid, password: LDAP_PASSWORD });
      await signedIn.addTotp();
      const own = browser();
      expect(await enter(own, uid)).toMatchObject({ status: 200, body: { secondFactor: true } });
      expect(await whoIs(own)).toBeNull();
    });

    test('OG-AU-11: wrong passwords are slowed down, and recorded with the account and without what was typed', async ({
      browser,
      person,
      enter,
      call,
    }) => {
      const uid = await person();
      await enter(browser(), uid);
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 6; attempt += 1)
        statuses.push((await enter(browser(), uid, 'secret guess')).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      const { body } = await call<object[]>('root', 'GET', '/audit_events', { event_type: 'sign_in_failed' });
      expect(JSON.stringify(body)).toContain('Wrong username or password of ldapmain');
      expect(JSON.stringify(body)).not.toContain('secret guess');
      expect(body[0]).toMatchObject({ entity_type: 'User', details: { entity_path: uid } });
    });

    test('OG-AU-02: a disabled entry cannot sign in, which is recorded with the account', async ({
      browser,
      person,
      enter,
      directory,
      call,
    }) => {
      const uid = await person();
      await enter(browser(), uid);
      await directory.disable(uid);
      expect(await enter(browser(), uid)).toMatchObject({
        status: 403,
        body: { message: 'Your account in the directory is disabled. Ask an administrator.' },
      });
      const { body } = await call<object[]>('root', 'GET', '/audit_events', { event_type: 'sign_in_failed' });
      expect(body[0]).toMatchObject({
        details: { entity_path: uid, custom_message: 'The account in ldapmain is disabled' },
      });
    });

    test('a refused password has the same answer for every kind of account', async ({
      browser,
      newcomer,
      person,
      enter,
      build,
      directory,
      configure,
    }) => {
      const uid = await person();
      await enter(browser(), uid);
      const blocked = await build.user({ state: 'blocked' });
      const answers = await Promise.all(
        ['unknown', uid, newcomer.username, blocked.username].map((name) => browser().signIn(name, 'wrong password')),
      );
      for (const answer of answers) expect(answer).toEqual({ ...answer, ...WRONG, body: answers[0]?.body });
      const inDirectory = await Promise.all(
        ['unknown', uid, newcomer.username, blocked.username].map((name) => enter(browser(), name, 'wrong password')),
      );
      for (const answer of inDirectory) expect(answer.body).toEqual(inDirectory[0]?.body);
      void directory;
      void configure;
    });

    test('OG-ER-01: without a directory its calls say that it is not configured', async ({
      services,
      browser,
      enter,
      call,
      build,
    }) => {
      const group = await build.group();
      services.identity = { oidc: [], ldap: null };
      const missing = { status: 404, body: { message: 'LDAP is not configured.' } };
      expect(await enter(browser(), 'ada')).toMatchObject(missing);
      expect(await call('ada', 'GET', `/groups/${group.id}/ldap_group_links`)).toMatchObject(missing);
      expect(await call('ada', 'POST', `/groups/${group.id}/ldap_sync`)).toMatchObject(missing);
    });
  },
);

describe.skipIf(missingDirectory)('the daily sync of users', () => {
  test('OG-LD-05: blocks, signs out and ends the tokens of an entry that is gone, until it is back and signs in', async ({
    browser,
    person,
    enter,
    whoIs,
    configure,
    services,
    directory,
    call,
    send,
  }) => {
    const config = configure();
    const [leaver, stayer] = [await person(), await person()];
    const [own, other] = [browser(), browser()];
    await enter(own, leaver);
    await enter(other, stayer);
    const { token } = (
      await own.send<{ token: string }>('POST', '/api/v4/user/personal_access_tokens', {
        name: 'script',
        scopes: ['api'],
      })
    ).body;
    const withToken = async () => (await send({ url: '/api/v4/user', headers: { 'private-token': token } })).status;
    expect(await withToken()).toBe(200);
    await directory.change((client) => client.del(dnOf(leaver)));
    expect(await syncUsers(services, config)).toBe(true);
    expect(await whoIs(own)).toBeNull();
    expect(await withToken()).toBe(401);
    expect(await whoIs(other)).toBe(stayer);
    const state = async () =>
      (await call<{ state: string }[]>('root', 'GET', '/users', { username: leaver })).body[0]?.state;
    expect(await state()).toBe('ldap_blocked');
    expect(await enter(browser(), leaver)).toMatchObject(WRONG);
    const {
      body: [event],
    } = await call<{ author_name: string; details: object }[]>('root', 'GET', '/audit_events', {
      event_type: 'user_blocked',
    });
    expect(event).toMatchObject({ author_name: 'System' });
    // A new entry of the same name is another person.
    await directory.addPerson(leaver, { mail: `${leaver}-2@ldap.test` });
    expect(await enter(browser(), leaver)).toMatchObject({ status: 200, body: { viewer: { username: `${leaver}1` } } });
  });

  test('OG-LD-05: a disabled entry blocks as well, and an enabled one unblocks at its sign-in', async ({
    browser,
    person,
    enter,
    whoIs,
    configure,
    services,
    directory,
    call,
  }) => {
    // Entries that the filter does not find are disabled.
    const config = configure({ userFilter: '(&(uid={username})(!(title=disabled)))' });
    const uid = await person();
    const own = browser();
    await enter(own, uid);
    const { Attribute, Change } = await import('ldapts');
    const setTitle = (values: string[]) =>
      directory.change((client) =>
        client.modify(
          dnOf(uid),
          new Change({ operation: 'replace', modification: new Attribute({ type: 'title', values }) }),
        ),
      );
    await setTitle(['disabled']);
    await syncUsers(services, config);
    expect(await whoIs(own)).toBeNull();
    const { id } = (await call<{ id: number }[]>('root', 'GET', '/users', { username: uid })).body[0] ?? { id: 0 };
    expect((await call('root', 'POST', `/users/${id}/unblock`)).status).toBe(403);
    await setTitle([]);
    await syncUsers(services, config);
    expect(await enter(own, uid)).toMatchObject({ status: 200 });
    expect(await whoIs(own)).toBe(uid);
  });

  test('OG-LD-06: a failure, a size limit or an empty answer changes nothing and is reported', async ({
    browser,
    person,
    enter,
    whoIs,
    configure,
    services,
    directory,
  }) => {
    const uid = await person();
    const own = browser();
    await enter(own, uid);
    await expect(syncUsers(services, configure({ userFilter: '(&(uid={username})(title=none))' }))).rejects.toThrow(
      'The directory answered no people, although accounts sign in through it',
    );
    await expect(syncUsers(services, configure({ base: `ou=missing,${PEOPLE}` }))).rejects.toThrow('unavailable');
    await expect(syncUsers(services, configure({ bindDn: LIMITED_READER }))).rejects.toThrow(
      'The directory limits the size of answers',
    );
    const config = configure();
    await directory.halt();
    await expect(syncUsers(services, config)).rejects.toThrow('unavailable');
    await directory.resume();
    expect(await whoIs(own)).toBe(uid);
  });
});
