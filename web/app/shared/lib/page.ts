/** The page as a whole; an object, so that tests can take its place. */
export const page = {
	reload: (): void => location.reload(),
	/** Goes to a page of any site, or to a file that the browser saves. */
	leave: (address: string): void => location.assign(address),
};
