export function isSamePublisher(one: string, other: string): boolean;
