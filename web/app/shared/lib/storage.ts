/** Storage that may be missing, full or blocked, as in private windows: then `get` returns null and `set` has no effect. */
export interface SafeStorage {
	get(key: string): string | null;
	/** Returns whether the value was stored. */
	set(key: string, value: string): boolean;
	remove(key: string): void;
	keys(): string[];
}

function safeStorage(open: () => Storage | null): SafeStorage {
	const attempt = <Result>(use: (storage: Storage) => Result, otherwise: Result): Result => {
		try {
			const storage = open();
			return storage ? use(storage) : otherwise;
		} catch {
			return otherwise;
		}
	};
	return {
		get: (key) => attempt((storage) => storage.getItem(key), null),
		set: (key, value) =>
			attempt((storage) => {
				storage.setItem(key, value);
				return true;
			}, false),
		remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
		keys: () =>
			attempt(
				(storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? ""),
				[] as string[],
			),
	};
}

/** Shared by all tabs of this browser. */
export const localStore = safeStorage(() => globalThis.localStorage);
/** Limited to this tab. */
export const tabStore = safeStorage(() => globalThis.sessionStorage);
