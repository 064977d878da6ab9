import type { ReactNode } from 'react';
import { FormattedMessage, type MessageDescriptor } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import type { Address } from '../../platform/navigation/addresses.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { pageLook, PageHead } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';

interface DefinitionsHeadProps {
  messages: Readonly<Record<'title' | 'lead' | 'inherited' | 'inheritedFrom', MessageDescriptor>>;
  /** The button that adds a definition; false while none may be added. */
  action: ReactNode;
  /** False in a subgroup, which inherits the definitions of `root`. */
  isTopLevel: boolean;
  /** The top-level group; null if the viewer may not see it. */
  root: { fullPath: string; fullName: string } | null | undefined;
  /** The same page in the top-level group. */
  toRoot(fullPath: string): Address;
}

/** The head of a page with what a top-level group defines for everything below it: fields, statuses. */
export function DefinitionsHead({ messages, action, isTopLevel, root, toRoot }: DefinitionsHeadProps) {
  return (
    <>
      <PageHead title={<FormattedMessage {...messages.title} />} actions={action} />
      <p className={pageLook.lead}>
        <FormattedMessage {...messages.lead} />
      </p>
      {!isTopLevel && (
        <Alert tone="info">
          <FormattedMessage {...messages.inherited} />{' '}
          {root && (
            <Link className={text.link} to={toRoot(root.fullPath)}>
              <FormattedMessage {...messages.inheritedFrom} values={{ group: root.fullName }} />
            </Link>
          )}
        </Alert>
      )}
    </>
  );
}
