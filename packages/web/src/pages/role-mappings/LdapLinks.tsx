import { accessLevelOf, type Role } from '@milepost/core/roles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderTree, Plus, RefreshCw } from 'lucide-react';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  addLdapLink,
  ldapGroupsQuery,
  ldapLinksKey,
  ldapLinksQuery,
  type LdapLinkView,
  removeLdapLink,
  syncWithDirectory,
} from '../../modules/identity/api.ts';
import { ownLevelQuery } from '../../modules/members/api.ts';
import { roleMessages } from '../../modules/members/roles.ts';
import { RoleSelect } from '../../modules/members/RoleSelect.tsx';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { Select, TextField } from '../../ui/field/Field.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { pageLook, Section } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { roleMappingMessages as messages } from './messages.ts';
import { RemoveDialog } from './RemoveDialog.tsx';

interface LdapLinksProps {
  fullPath: string;
  directory: { name: string; label: string };
}

/** The links of a group to groups of the directory: list, add, remove, sync. */
export function LdapLinks({ fullPath, directory }: LdapLinksProps) {
  const { formatMessage } = useIntl();
  const query = useQuery(ldapLinksQuery(fullPath));
  const { change, isBusy } = useChange();
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<LdapLinkView | null>(null);
  const sync = async (): Promise<void> => {
    await change({
      perform: async () => {
        await syncWithDirectory(fullPath);
        toast({ text: formatMessage(messages.syncStarted) });
      },
    });
  };
  const nameOf = ({ cn, filter }: LdapLinkView): string => cn ?? filter ?? '';
  return (
    <QueryView query={query}>
      {(links) => (
        <Section
          title={<FormattedMessage {...messages.links} />}
          end={
            <>
              {links.length > 0 && (
                <Button size="small" icon={RefreshCw} busy={isBusy} onClick={() => void sync()}>
                  <FormattedMessage {...messages.sync} />
                </Button>
              )}
              <Button size="small" icon={Plus} aria-haspopup="dialog" onClick={() => setAdding(true)}>
                <FormattedMessage {...messages.addLink} />
              </Button>
            </>
          }
        >
          <p className={pageLook.lead}>
            <FormattedMessage {...messages.linksLead} />
          </p>
          {links.length === 0 ? (
            <p className={text.quiet}>
              <FormattedMessage {...messages.noLinks} />
            </p>
          ) : (
            <Rows label={formatMessage(messages.links)}>
              {links.map((link) => (
                <Row
                  key={nameOf(link)}
                  before={<Icon of={FolderTree} />}
                  title={<b>{nameOf(link)}</b>}
                  note={formatMessage(messages.gives, {
                    role: formatMessage(roleMessages(link.group_access)),
                    provider: directory.label,
                  })}
                  end={
                    <Button
                      size="small"
                      aria-haspopup="dialog"
                      aria-label={formatMessage(messages.removeLabel, { name: nameOf(link) })}
                      onClick={() => setLeaving(link)}
                    >
                      <FormattedMessage {...messages.remove} />
                    </Button>
                  }
                />
              ))}
            </Rows>
          )}
          {isAdding && <LinkForm fullPath={fullPath} directory={directory} onClose={() => setAdding(false)} />}
          {leaving && (
            <RemoveDialog
              name={nameOf(leaving)}
              queryKey={ldapLinksKey(fullPath)}
              remove={() => removeLdapLink(fullPath, leaving)}
              onClose={() => setLeaving(null)}
            >
              <FormattedMessage {...messages.linkRemoveWhy} />
            </RemoveDialog>
          )}
        </Section>
      )}
    </QueryView>
  );
}

const SEARCH_DELAY_MS = 300;

function LinkForm({ fullPath, directory, onClose }: LdapLinksProps & { onClose(): void }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const listId = useId();
  const ownLevel = useQuery(ownLevelQuery({ kind: 'group', fullPath }, session().viewer)).data ?? 0;
  const form = useForm<{ by: 'cn' | 'filter'; cn: string; filter: string; role: Role }>({
    initial: { by: 'cn', cn: '', filter: '', role: 'developer' },
    check: (values) => (values[values.by].trim() === '' ? { [values.by]: ["can't be blank"] } : null),
    async send({ by, cn, filter, role }) {
      const common = { provider: directory.name, group_access: accessLevelOf[role] };
      await addLdapLink(fullPath, by === 'cn' ? { cn, ...common } : { filter, ...common });
      await client.invalidateQueries({ queryKey: ldapLinksKey(fullPath) });
    },
  });
  const { by, cn } = form.values;
  const search = useDebounced(cn.trim(), SEARCH_DELAY_MS);
  const groups = useQuery({ ...ldapGroupsQuery(directory.name, search), enabled: by === 'cn' }).data ?? [];
  return (
    <FormDialog title={formatMessage(messages.addLink)} form={form} send={messages.addShort} onClose={onClose}>
      <Select
        label={formatMessage(messages.by)}
        value={by}
        onChange={({ target }) => form.set({ by: target.value === 'filter' ? 'filter' : 'cn' })}
      >
        <option value="cn">{formatMessage(messages.byGroup)}</option>
        <option value="filter">{formatMessage(messages.byFilter)}</option>
      </Select>
      {by === 'cn' ? (
        <>
          <TextField
            {...form.textField('cn')}
            label={formatMessage(messages.group)}
            note={formatMessage(messages.groupNote)}
            list={listId}
            autoComplete="off"
            data-autofocus
          />
          <datalist id={listId}>
            {groups.map((group) => (
              <option key={group.cn} value={group.cn}>
                {group.cn}
              </option>
            ))}
          </datalist>
        </>
      ) : (
        <TextField
          {...form.textField('filter')}
          label={formatMessage(messages.filter)}
          note={formatMessage(messages.filterNote)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <RoleSelect
        label={formatMessage(messages.role)}
        value={form.values.role}
        ownLevel={ownLevel}
        onChange={(role) => form.set({ role })}
      />
    </FormDialog>
  );
}
