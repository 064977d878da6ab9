import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useNamespaceAccessState } from '../../modules/namespaces/permissions.ts';
import { Loading } from '../../ui/progress/Spinner.tsx';
import { CreateItem } from './CreateItem.tsx';
import type { NamespaceSummary } from '../../modules/namespaces/summary.ts';
import { sectionMessages } from '../navigation/sections.ts';
import { loadingLabel } from '../../ui/text/messages.ts';

/** The items that the viewer may create in the current group or project, then those that belong to no namespace. */
export function CreateItems({ namespace, children }: { namespace: NamespaceSummary; children: ReactNode }) {
  const { fullPath } = namespace;
  const { formatMessage } = useIntl();
  const { may, isPending } = useNamespaceAccessState(namespace);
  if (isPending) return <Loading label={formatMessage(loadingLabel)} />;
  return (
    <>
      {may.createEpic && <CreateItem to={{ page: 'newEpic', fullPath }} message={sectionMessages.newEpic} />}
      {may.createIssue && <CreateItem to={{ page: 'newIssue', fullPath }} message={sectionMessages.newIssue} />}
      {namespace.kind === 'group' && (
        <CreateItem to={{ page: 'newGroupIssue', fullPath }} message={sectionMessages.newIssue} />
      )}
      {may.createProjects && (
        <CreateItem to={{ page: 'newProject' }} search={{ parent: fullPath }} message={sectionMessages.newProject} />
      )}
      {children}
    </>
  );
}
