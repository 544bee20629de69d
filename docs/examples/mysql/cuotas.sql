-- Una fila por cuota. El portal las muestra en el orden de esta consulta.
select
  cuotas.venta as code,
  cuotas.vence as fecha_vencimiento,
  cuotas.monto_uf,
  cuotas.saldo_uf as monto_uf_saldo,
  cuotas.estado
from cuotas
join ventas on ventas.codigo = cuotas.venta
where ventas.anulada = 0
order by cuotas.venta, cuotas.numero
