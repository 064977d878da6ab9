import { IterationWidget } from '../../../modules/iterations/IterationWidget.tsx';
import type { FactProps } from './fact.ts';
import { useFactRefresh } from './refresh.ts';

/** The iteration it is planned for. */
export function Iteration({ issue, fullPath, home, mayEdit, save }: FactProps) {
  const refresh = useFactRefresh({ fullPath, iid: issue.iid });
  return (
    <IterationWidget
      iteration={issue.iteration}
      home={home}
      mayEdit={mayEdit}
      refresh={refresh.iteration}
      onSave={(iteration) =>
        save({ iterationWidget: { iterationId: iteration?.id ?? null } }, (view) => ({ ...view, iteration }), {
          field: 'iteration',
          item: issue,
        })
      }
    />
  );
}
