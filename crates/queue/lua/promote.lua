-- KEYS[1] scheduled  KEYS[2] active   ARGV[1] chunk
-- Moves due tasks in small chunks, so that apalis' own unbounded unpack() never gets 8000 or more of them.
local now = redis.call('time')[1]
local n = 0
for _ = 1, 50 do
  local ids = redis.call('zrangebyscore', KEYS[1], 0, now, 'LIMIT', 0, tonumber(ARGV[1]))
  if #ids == 0 then break end
  redis.call('rpush', KEYS[2], unpack(ids))
  redis.call('zrem', KEYS[1], unpack(ids))
  n = n + #ids
end
return n
