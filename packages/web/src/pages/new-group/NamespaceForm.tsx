import { isAtMostAsVisible, namespaceNameProblems, pathForName, newPathProblems } from '@milepost/core/namespaces';
import { visibilities, type Visibility } from '@milepost/core/roles';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Address } from '../../platform/navigation/addresses.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { goTo } from '../../platform/navigation/navigation.ts';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import type { NewNamespace, RestGroup } from '../../modules/namespaces/api.ts';
import { visibilityNotes, visibilityMessages } from '../../modules/namespaces/VisibilityBadge.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Select, TextArea, TextField } from '../../ui/field/Field.tsx';
import { cancelLabel, defineMessages } from '../../ui/text/messages.ts';
import { PageBody, PageHead, pageLook } from '../../ui/page/Page.tsx';

const messages = defineMessages({
  name: { id: 'newNamespace.name', defaultMessage: 'Name' },
  path: { id: 'newNamespace.path', defaultMessage: 'Path' },
  pathNote: { id: 'newNamespace.pathNote', defaultMessage: 'The address will be {address}' },
  description: { id: 'newNamespace.description', defaultMessage: 'Description' },
  visibility: { id: 'newNamespace.visibility', defaultMessage: 'Visibility' },
  cancel: cancelLabel,
});

export interface NamespaceFormProps {
  title: string;
  /** The label of the button. */
  create: ReactNode;
  parent: RestGroup | null;
  /** The part of the address before the path, without the host. */
  prefix: string;
  /** Creates the namespace; returns the address of its page. */
  send(draft: NewNamespace): Promise<Address>;
}

/** Name, path, description and visibility of a new group or project. */
export function NamespaceForm({ title, create, parent, prefix, send }: NamespaceFormProps) {
  const { formatMessage } = useIntl();
  const made = useRef<Address | null>(null);
  // Until the path is typed by hand it is derived from the name.
  const [isPathTyped, setPathTyped] = useState(false);
  const form = useForm<NewNamespace>({
    initial: { name: '', path: '', description: '', visibility: parent?.visibility ?? 'private' },
    check: ({ name, path }) =>
      withoutEmpty({ name: namespaceNameProblems(name), path: newPathProblems(path, !parent) }),
    async send(values) {
      made.current = await send(values);
    },
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if ((await form.submit()) && made.current) goTo(made.current, { replace: true });
  };
  const { values } = form;
  return (
    <PageBody width="form">
      <UnsavedGuard isUnsaved={form.isChanged} />
      <PageHead title={title} />
      <form className={pageLook.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={formatMessage(messages.name)}
          name="name"
          autoFocus
          value={values.name}
          error={form.problemOf('name')}
          onChange={({ target: { value: name } }) =>
            form.set(isPathTyped ? { name } : { name, path: pathForName(name) })
          }
        />
        <TextField
          label={formatMessage(messages.path)}
          name="path"
          autoCapitalize="none"
          spellCheck={false}
          note={formatMessage(messages.pathNote, { address: window.location.host + prefix + values.path })}
          value={values.path}
          error={form.problemOf('path')}
          onChange={({ target: { value: path } }) => {
            setPathTyped(path !== '');
            form.set({ path });
          }}
        />
        <TextArea
          label={formatMessage(messages.description)}
          name="description"
          rows={4}
          value={values.description}
          error={form.problemOf('description')}
          onChange={(event) => form.set({ description: event.target.value })}
        />
        <Select
          label={formatMessage(messages.visibility)}
          name="visibility"
          note={formatMessage(visibilityNotes[values.visibility])}
          value={values.visibility}
          error={form.problemOf('visibility')}
          onChange={(event) => form.set({ visibility: event.target.value as Visibility })}
        >
          {visibilities
            .filter((visibility) => !parent || isAtMostAsVisible(visibility, parent.visibility))
            .map((visibility) => (
              <option key={visibility} value={visibility}>
                {formatMessage(visibilityMessages[visibility])}
              </option>
            ))}
        </Select>
        <FormFailure failure={form.failure} />
        <div className={pageLook.formActions}>
          <Button type="submit" kind="primary" busy={form.isSending}>
            {create}
          </Button>
          <ButtonLink to={parent ? { page: 'group', fullPath: parent.full_path } : { page: 'home' }}>
            <FormattedMessage {...messages.cancel} />
          </ButtonLink>
        </div>
      </form>
    </PageBody>
  );
}

function withoutEmpty(problems: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(problems).filter(([, texts]) => texts.length > 0));
}
