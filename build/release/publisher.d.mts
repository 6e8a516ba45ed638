export function isSamePublisher(name: string, otherName: string): boolean;
