import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAt } from '../../testing/page.tsx';
import { Composer, type ComposerProps } from './Composer.tsx';
import { DiscussionContext } from './discussion-item.ts';
import { ThreadFrame } from './ThreadFrame.tsx';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const item = {
  kind: 'issue',
  fullPath: 'castle/tower',
  noteableId: 'gid://gitlab/Issue/1',
  webPath: '/castle/tower/-/issues/1',
  mayComment: true,
  mayWriteInternally: false,
} as const;

/** A comment form whose sending ends on demand. */
async function openComposer(props: Partial<ComposerProps> = {}) {
  const sent: string[] = [];
  const held: (() => void)[] = [];
  const { user } = await renderAt(
    '/',
    <DiscussionContext value={item}>
      <Composer
        label="Comment"
        send="Send"
        draft="test"
        onSend={async (body) => {
          sent.push(body);
          await new Promise<void>((resolve) => {
            held.push(resolve);
          });
          return null;
        }}
        {...props}
      />
    </DiscussionContext>,
  );
  return { user, sent, held, field: screen.getByRole('textbox', { name: 'Comment' }) };
}

test('what is typed while a comment is sent stays in the form, with the focus', async () => {
  const { user, sent, held, field } = await openComposer();
  await user.click(field);
  await user.keyboard('First{Control>}{Enter}{/Control}');
  await user.keyboard(' and more');
  held[0]?.();
  await waitFor(() => expect(field).toHaveValue('and more'));
  expect(field).toHaveFocus();
  await user.keyboard('{Control>}{Enter}{/Control}');
  held[1]?.();
  await waitFor(() => expect(field).toHaveValue(''));
  expect(sent).toEqual(['First', 'and more']);
});

test('a form that closes after sending stays open for what was typed meanwhile', async () => {
  const onDone = vi.fn();
  const { user, held, field } = await openComposer({ initial: 'Before', onDone });
  await user.click(field);
  await user.keyboard(' and after{Control>}{Enter}{/Control}');
  await user.keyboard('!');
  held[0]?.();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('data-busy'));
  expect(field).toHaveValue('Before and after!');
  expect(onDone).not.toHaveBeenCalled();
  await user.keyboard('{Control>}{Enter}{/Control}');
  held[1]?.();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

test('after its button sent a comment, the focus is in the empty field', async () => {
  const { user, held, field } = await openComposer();
  await user.click(field);
  await user.keyboard('Done');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  held[0]?.();
  await waitFor(() => expect(field).toHaveValue(''));
  await waitFor(() => expect(field).toHaveFocus());
});

test('after a reply was sent the focus is on the button for the next one', async () => {
  const { user } = await renderAt(
    '/',
    <DiscussionContext value={item}>
      <ThreadFrame
        count={1}
        resolved={false}
        resolvedBy={null}
        mayResolve={false}
        name="Ada"
        draft="reply"
        onReply={() => Promise.resolve(null)}
        onResolve={() => Promise.resolve()}
      >
        A comment
      </ThreadFrame>
    </DiscussionContext>,
  );
  expect(screen.getByRole('button', { name: 'Reply' })).not.toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  await user.type(await screen.findByRole('textbox'), 'Yes');
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(screen.getByRole('button', { name: 'Reply' })).toHaveFocus();
});

test.each(['Send', 'Cancel'])('after %s the focus is on what opened the form', async (name) => {
  function Note() {
    const [isEditing, setEditing] = useState(false);
    return (
      <DiscussionContext value={item}>
        <button onClick={() => setEditing(true)}>Edit</button>
        {isEditing && (
          <Composer
            label="Comment"
            send="Send"
            draft="edit"
            initial="Text"
            autoFocus
            onSend={() => Promise.resolve(null)}
            onDone={() => setEditing(false)}
          />
        )}
      </DiscussionContext>
    );
  }
  const { user } = await renderAt('/', <Note />);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect(await screen.findByRole('textbox')).toHaveFocus();
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus();
});
