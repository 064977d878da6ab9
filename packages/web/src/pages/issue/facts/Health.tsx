import { HealthWidget } from '../../../modules/work-items/sidebar/HealthWidget.tsx';
import { typeOf } from '../../../modules/work-items/type-of.ts';
import type { FactProps } from './fact.ts';
import { useFactRefresh } from './refresh.ts';

/** The health status of an open issue. */
export function Health({ issue, fullPath, mayEdit, save }: FactProps) {
  const refresh = useFactRefresh({ fullPath, iid: issue.iid });
  return (
    <HealthWidget
      type={typeOf(issue.type)}
      healthStatus={issue.healthStatus}
      isOpen={issue.state !== 'closed'}
      mayEdit={mayEdit}
      refresh={refresh.health}
      onSave={(healthStatus) =>
        save({ healthStatusWidget: { healthStatus } }, (view) => ({ ...view, healthStatus }), {
          field: 'healthStatus',
          item: issue,
        })
      }
    />
  );
}
