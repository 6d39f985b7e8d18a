/** Base path of the API. */
export const BASE: string = import.meta.env.VITE_API_BASE ?? "/api/v1";
