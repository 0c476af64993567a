/** The header of a request that names its conversation. The provider does not receive it. */
const CONVERSATION_HEADER = "cutpoint-conversation-id";

/** Takes the id of the conversation out of the headers of a request. The id is percent-encoded if it has `%` or is not ASCII. */
export function takeConversationId<Request extends { readonly headers?: RequestInit["headers"] }>(
  request: Request,
): { readonly request: Request; readonly conversationId?: string } {
  const headers = new Headers(request.headers);
  const id = headers.get(CONVERSATION_HEADER);
  if (id === null) return { request };
  headers.delete(CONVERSATION_HEADER);
  return { request: { ...request, headers }, conversationId: decode(id) };
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
