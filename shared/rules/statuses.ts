/** True where the service says that it has taken a transaction back, in whatever letters. */
export function isGivenBackStatus(status: string | null): boolean {
  return ['refunded', 'reversed'].includes(status?.trim().toLowerCase() ?? '');
}
