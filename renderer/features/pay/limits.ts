/** How long a request to the service may take, as the interface states it. Shown, not enforced here. */
export const LONGEST_SECONDS = 60;
