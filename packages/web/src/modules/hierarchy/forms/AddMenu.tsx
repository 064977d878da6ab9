import { ChevronDown } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../ui/button/Button.tsx';
import { Menu, MenuItem, MenuLine, MenuTitle } from '../../../ui/overlay/Menu.tsx';
import type { Facts, Holder } from '../data/levels.ts';
import { formMessages as messages } from './form-messages.ts';

export type TreeForm = 'newEpic' | 'existingEpic' | 'newIssue' | 'existingIssue';

type FormRights = Pick<Holder, 'canAdmin' | 'canReadRelation' | 'canAdminRelation' | 'allowSubEpics'>;

/** What the viewer may add: epics if allowed here, and only what the server would accept. */
export function formsOffered({ canAdmin, canReadRelation, canAdminRelation, allowSubEpics }: FormRights): TreeForm[] {
  const epics: TreeForm[] = canReadRelation && allowSubEpics && canAdmin ? ['newEpic', 'existingEpic'] : [];
  return canAdminRelation && canAdmin ? [...epics, 'newIssue', 'existingIssue'] : epics;
}

/** Opens the forms of the tree. */
export function AddMenu({ facts, onForm }: { facts: Facts; onForm(form: TreeForm): void }) {
  const { formatMessage } = useIntl();
  const offered = formsOffered(facts);
  if (offered.length === 0) return null;
  return (
    <Menu
      label={formatMessage(messages.add)}
      placement={{ align: 'end' }}
      trigger={(props) => (
        <Button {...props} iconAfter={ChevronDown}>
          <FormattedMessage {...messages.add} />
        </Button>
      )}
    >
      <FormEntries offered={offered} onForm={onForm} />
    </Menu>
  );
}

/** The forms of an epic as entries of a menu. */
export function FormEntries({ offered, onForm }: { offered: readonly TreeForm[]; onForm(form: TreeForm): void }) {
  const entries = (forms: readonly TreeForm[]) =>
    forms
      .filter((form) => offered.includes(form))
      .map((form) => (
        <MenuItem key={form} onSelect={() => onForm(form)}>
          <FormattedMessage {...messages[form]} />
        </MenuItem>
      ));
  const epics = entries(['newEpic', 'existingEpic']);
  const issues = entries(['newIssue', 'existingIssue']);
  return (
    <>
      {epics.length > 0 && (
        <MenuTitle>
          <FormattedMessage {...messages.epics} />
        </MenuTitle>
      )}
      {epics}
      {epics.length > 0 && issues.length > 0 && <MenuLine />}
      {issues.length > 0 && (
        <MenuTitle>
          <FormattedMessage {...messages.issues} />
        </MenuTitle>
      )}
      {issues}
    </>
  );
}
