import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { ButtonLink } from '../../../platform/navigation/Link.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { useNamespaceAccess } from '../../namespaces/permissions.ts';
import { formMessages as messages } from './form-messages.ts';

/** Replaces the choice of a project if the group has none: says so and suggests what to do. */
export function NoProjects({
  group: { fullName, fullPath },
  children,
}: {
  group: { fullName: string; fullPath: string };
  /** Another way. */
  children?: ReactNode;
}) {
  const may = useNamespaceAccess({ kind: 'group', fullPath });
  return (
    <Alert
      tone="info"
      actions={
        may.createProjects && (
          <ButtonLink size="small" to={{ page: 'newProject' }} search={{ parent: fullPath }}>
            <FormattedMessage {...messages.newProject} />
          </ButtonLink>
        )
      }
    >
      <FormattedMessage {...messages.noProjects} values={{ group: fullName }} />{' '}
      {may.createProjects === false && <FormattedMessage {...messages.whoMakesProjects} />} {children}
    </Alert>
  );
}
