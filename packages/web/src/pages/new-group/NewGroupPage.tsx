import { namespaceNameProblems, pathForName, pathProblems } from '@milepost/core/namespaces';
import { visibilities, type Visibility } from '@milepost/core/roles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../app/form.ts';
import { FormFailure } from '../../app/FormFailure.tsx';
import { ButtonLink } from '../../app/Link.tsx';
import { goTo } from '../../app/navigation.ts';
import { useSearchParameters, textOf } from '../../app/search.ts';
import { useTitle } from '../../app/title.tsx';
import { UnsavedGuard } from '../../app/UnsavedGuard.tsx';
import { createGroup, groupQuery } from '../../modules/namespaces/api.ts';
import { visibilityNotes, visibilityWords } from '../../modules/namespaces/VisibilityBadge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Select, TextArea, TextField } from '../../ui/Field.tsx';
import { PageBody, PageHead, pageLook } from '../../ui/Page.tsx';
import { defineMessages } from '../../ui/messages.ts';

const words = defineMessages({
  title: { id: 'newGroup.title', defaultMessage: 'New group' },
  subgroupTitle: { id: 'newGroup.subgroupTitle', defaultMessage: 'New subgroup of {parent}' },
  name: { id: 'newGroup.name', defaultMessage: 'Name' },
  path: { id: 'newGroup.path', defaultMessage: 'Path' },
  pathNote: { id: 'newGroup.pathNote', defaultMessage: 'The address will be {address}' },
  description: { id: 'newGroup.description', defaultMessage: 'Description' },
  visibility: { id: 'newGroup.visibility', defaultMessage: 'Visibility' },
  create: { id: 'newGroup.create', defaultMessage: 'Create group' },
  cancel: { id: 'newGroup.cancel', defaultMessage: 'Cancel' },
});

interface Draft {
  name: string;
  path: string;
  description: string;
  visibility: Visibility;
}

/** A new group, or with `?parent=full/path` a subgroup. */
export function NewGroupPage() {
  const { formatMessage } = useIntl();
  const [parameters] = useSearchParameters();
  const parentPath = textOf(parameters, 'parent');
  const parent = useQuery({ ...groupQuery(parentPath), enabled: parentPath !== '' }).data;
  const client = useQueryClient();
  const title = parent ? formatMessage(words.subgroupTitle, { parent: parent.name }) : formatMessage(words.title);
  useTitle(title);
  const created = useRef('');
  // Until the path is typed by hand it follows the name.
  const [isPathTyped, setPathTyped] = useState(false);
  const form = useForm<Draft>({
    initial: { name: '', path: '', description: '', visibility: 'private' },
    check: ({ name, path }) =>
      withoutEmpty({ name: namespaceNameProblems(name), path: pathProblems(path, parentPath === '') }),
    async send(values) {
      const group = await createGroup(parent ? { ...values, parent_id: parent.id } : values);
      void client.invalidateQueries({ queryKey: ['groups'] });
      void client.invalidateQueries({ queryKey: ['subgroups'] });
      created.current = group.full_path;
    },
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.submit()) goTo({ page: 'group', fullPath: created.current });
  };
  const { values } = form;
  const prefix = `${window.location.host}/groups/${parentPath === '' ? '' : `${parentPath}/`}`;
  return (
    <PageBody width="form">
      <UnsavedGuard isUnsaved={form.isChanged} />
      <PageHead title={title} />
      <form className={pageLook.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={formatMessage(words.name)}
          name="name"
          autoFocus
          value={values.name}
          error={form.problemOf('name')}
          onChange={({ target: { value: name } }) =>
            form.set(isPathTyped ? { name } : { name, path: pathForName(name) })
          }
        />
        <TextField
          label={formatMessage(words.path)}
          name="path"
          autoCapitalize="none"
          spellCheck={false}
          note={formatMessage(words.pathNote, { address: prefix + values.path })}
          value={values.path}
          error={form.problemOf('path')}
          onChange={({ target: { value: path } }) => {
            setPathTyped(path !== '');
            form.set({ path });
          }}
        />
        <TextArea
          label={formatMessage(words.description)}
          name="description"
          rows={4}
          value={values.description}
          error={form.problemOf('description')}
          onChange={(event) => form.set({ description: event.target.value })}
        />
        <Select
          label={formatMessage(words.visibility)}
          name="visibility"
          note={formatMessage(visibilityNotes[values.visibility])}
          value={values.visibility}
          error={form.problemOf('visibility')}
          onChange={(event) => form.set({ visibility: event.target.value as Visibility })}
        >
          {visibilities.map((visibility) => (
            <option key={visibility} value={visibility}>
              {formatMessage(visibilityWords[visibility])}
            </option>
          ))}
        </Select>
        <FormFailure failure={form.failure} />
        <div className={pageLook.formActions}>
          <Button type="submit" kind="primary" busy={form.isSending}>
            <FormattedMessage {...words.create} />
          </Button>
          <ButtonLink to={parentPath === '' ? { page: 'home' } : { page: 'group', fullPath: parentPath }}>
            <FormattedMessage {...words.cancel} />
          </ButtonLink>
        </div>
      </form>
    </PageBody>
  );
}

function withoutEmpty(problems: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(problems).filter(([, texts]) => texts.length > 0));
}
