// Source of an event stream: the server.

/**
 * @param {string} address
 * @returns {EventSource}
 */
export const openSource = (address) => new EventSource(address);
