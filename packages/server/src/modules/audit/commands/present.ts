import type { AuditEvent } from '../store.ts';

/** What does not depend on who reads it. */
export function factsOf(event: AuditEvent) {
  const { customMessage, change, changeFrom, changeTo } = event;
  return {
    id: event.id,
    author_id: event.authorId ?? -1,
    author_name: event.authorName,
    entity_id: event.entityId,
    entity_type: event.entityType,
    event_name: event.kind,
    details: {
      ...(change === null ? { custom_message: customMessage } : { change, from: changeFrom, to: changeTo }),
      author_name: event.authorName,
      target_id: event.targetId,
      target_type: event.targetType,
      target_details: event.targetDetails,
      ip_address: event.ipAddress,
      entity_path: event.entityPath,
      ...(event.requestId !== null && { request_id: event.requestId }),
      ...(event.impersonatorName !== null && {
        impersonator_id: event.impersonatorId,
        impersonator_name: event.impersonatorName,
      }),
    },
    created_at: event.createdAt.toISOString(),
  };
}
